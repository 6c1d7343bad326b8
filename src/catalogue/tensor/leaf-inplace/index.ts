import { define } from '../../define';
import { callingPackage } from '../../shared/code-owner';
import { messageOrLog } from '../../signs';
import { LINKS } from '../shared/links';
import { lineUnder, madeAnew } from '../../shared/edits/statements';

export default define({
  id: 'tensor/leaf-inplace',
  answers: [
    'a leaf Variable that requires grad is being used in an in-place operation.',
    'a leaf Variable that requires grad has been used in an in-place operation.',
    'a view of a leaf Variable that requires grad is being used in an in-place operation.',
    'you can only change requires_grad flags of leaf variables',
    'leaf variable has been moved into the graph interior'
  ],
  kinds: {
    changed: {
      signs: messageOrLog(
        /leaf [Vv]ariable (?:that requires grad (?:is being|has been) used in an in-?place|was used in an in-?place|has been moved into the graph interior)/
      ),
      words: trans => ({
        title: trans.__('A tensor that collects gradients was changed'),
        cause: trans.__(
          'Weights and inputs with requires_grad=True are the leaves of the graph. Changing one in place (+=, x[0] = …, fill_) would lose where its gradient belongs.'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__(
              'A deliberate update of a weight: do it under no_grad'
            ),
            code: 'with torch.no_grad():\n    weight += 1',
            edit: lineUnder('with torch.no_grad():')
          },
          {
            safety: 'check',
            title: trans.__('Part of the computation: make a new tensor'),
            code: 'y = x + 1  # or: y = x.clone(); y[0] = 1',
            edit: madeAnew
          }
        ],
        notThis: [
          trans.__(
            '“modified by an inplace operation” comes later, from backward(): there a result between the layers was changed.'
          )
        ],
        links: [LINKS.inPlace(trans)]
      })
    },
    flags: {
      // A package that sets the switch does so on tensors of its own.
      signs: messageOrLog(
        /you can only change requires_grad flags of leaf variables/,
        { when: reading => callingPackage(reading) === undefined }
      ),
      words: trans => ({
        title: trans.__('requires_grad of a computed tensor cannot change'),
        cause: trans.__(
          'Only tensors that you made yourself (leaves) have the switch. A result of an operation takes part in the graph or is cut from it with detach().'
        ),
        fixes: [
          {
            safety: 'check',
            title: trans.__('Cut the result from the graph'),
            code: 'y = y.detach()'
          },
          {
            safety: 'check',
            title: trans.__('Freeze weights, not results'),
            code: 'for p in model.parameters():\n    p.requires_grad_(False)'
          }
        ],
        notThis: [
          trans.__(
            'Weights of a layer are leaves: setting requires_grad on them works.'
          )
        ]
      })
    }
  },
  common: trans => ({ links: [LINKS.autograd(trans)] })
});
