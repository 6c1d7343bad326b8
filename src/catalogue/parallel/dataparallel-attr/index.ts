import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { askedModule } from '../../shared/asked-module';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { attributeSkipped, attributeThrough } from '../../shared/edits/names';

/** Code for a wrapped model, run with the model itself. */
const UNWRAPPED =
  /["'](?<model>\w{1,60})["'] object has no attribute ["']module["']/;

/** `nn.Module` was asked, or the code shows it: others have a module as well. */
function askedModel(reading: IReading): boolean {
  return (
    /\.module\.(?:load_)?state_dict\(|\.module\.(?:named_)?parameters\(/.test(
      reading.code
    ) ||
    // Python found nn.Module.modules().
    reading.mentions("Did you mean: 'modules'") ||
    askedModule(reading)
  );
}

/** Whether the line that asked goes through .module already. */
function asksInside(reading: IReading, attribute = ''): boolean {
  return reading.exceptions.some(({ frames }) =>
    frames.some(({ code }) => code.includes(`.module.${attribute}`))
  );
}

export default define({
  id: 'parallel/dataparallel-attr',
  answers: [
    "'DataParallel' object has no attribute 'fc'",
    "'DistributedDataParallel' object has no attribute 'generate'",
    "'ResNet' object has no attribute 'module'"
  ],
  refines: ['model/no-attribute'],
  values: ['wrapper', 'attribute', 'model'],
  signs: messageOrLog(
    /\b(?<wrapper>DataParallel|DistributedDataParallel|FullyShardedDataParallel)'? object has no attribute '?(?<attribute>\w+)/,
    {
      read: ({ attribute }, reading) => ({
        kind: asksInside(reading, attribute) ? 'twice' : 'wrapped'
      })
    }
  ),
  kinds: {
    wrapped: {
      words: (trans, { wrapper = 'DataParallel', attribute }) => {
        const name = attribute ?? 'fc';
        return {
          title:
            attribute === undefined || attribute.length > 20
              ? trans.__('The wrapped model does not pass its attributes on')
              : trans.__(
                  '“%1” belongs to the model inside the wrapper',
                  attribute
                ),
          cause: trans.__(
            '%1 is a module of its own around your model: it passes the call on, not the attributes. The model itself is its attribute module.',
            wrapper
          ),
          fixes: [
            {
              safety: 'safe',
              title: trans.__('Go through .module'),
              code: `model.module.${name}`,
              edit: attributeThrough('module', name)
            },
            {
              safety: 'safe',
              title: trans.__('Code that runs with and without the wrapper'),
              code: `inner = model.module if hasattr(model, 'module') else model\ninner.${name}`
            },
            {
              safety: 'check',
              title: trans.__(
                'Methods used in training: call them inside forward()'
              ),
              detail: trans.__(
                'A method called through .module runs on one GPU, and DistributedDataParallel does not see its gradients in time.'
              ),
              code: 'def forward(self, x, mode="train"):\n    return self.step(x) if mode == "train" else self.predict(x)'
            },
            {
              safety: 'safe',
              title: trans.__(
                'Save the inner model, so that it loads without wrapper'
              ),
              code: "torch.save(model.module.state_dict(), 'model.pt')"
            }
          ],
          notThis: [
            trans.__(
              'The inner model has no such attribute either: then it is misspelled, or the model is another one.'
            )
          ],
          links: [
            {
              title: trans.__('PyTorch: DataParallel'),
              url: LINKS.dataParallel
            },
            {
              title: trans.__('PyTorch: DistributedDataParallel'),
              url: LINKS.ddp
            }
          ]
        };
      }
    },
    twice: {
      words: (trans, { wrapper = 'DataParallel', attribute = 'fc' }) => ({
        title: trans.__('The model is wrapped twice'),
        cause: trans.__(
          'The line goes through .module already, and what stands there is %1 again: somewhere a wrapped model was wrapped once more.',
          wrapper
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Wrap it once: look for the second place'),
            code: `model = nn.${wrapper}(model)  # only where it is not one yet`
          },
          {
            safety: 'safe',
            title: trans.__('Or unwrap as often as it is wrapped'),
            code: `inner = model\nwhile hasattr(inner, 'module'):\n    inner = inner.module\ninner.${attribute}`
          }
        ],
        links: [
          { title: trans.__('PyTorch: DataParallel'), url: LINKS.dataParallel }
        ]
      })
    },
    unwrapped: {
      signs: [
        {
          where: 'message',
          ename: /^(?:Module)?AttributeError$/,
          pattern: UNWRAPPED,
          when: reading =>
            askedModel(reading) && !reading.mentions("'OrderedDict' object")
        }
      ],
      words: (trans, { model }) => ({
        title: trans.__('The model is not wrapped, so it has no .module'),
        cause: trans.__(
          'The code was written for a model inside DataParallel or DistributedDataParallel, whose attribute module is the model itself. Here it gets %1 without a wrapper, as on a CPU or a single GPU.',
          model === undefined ? trans.__('a model') : `“${model}”`
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Code that runs with and without the wrapper'),
            code: "inner = model.module if hasattr(model, 'module') else model\ninner.load_state_dict(state)"
          },
          {
            safety: 'safe',
            title: trans.__('Never wrapped: leave .module out'),
            code: 'model.load_state_dict(state)  # was: model.module.load_state_dict(state)',
            edit: attributeSkipped('module')
          }
        ],
        notThis: [
          trans.__(
            'A state dict (an OrderedDict) was given in place of the model: then load_state_dict is missing.'
          )
        ],
        links: [
          { title: trans.__('PyTorch: DataParallel'), url: LINKS.dataParallel }
        ]
      })
    }
  }
});
