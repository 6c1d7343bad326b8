import type { IEntry, Values } from '../../diagnosis/types';
import { said } from '../said';
import { LINKS } from './shared/links';

const flags = { read: (): Values => ({ kind: 'flags' }) };

const entry: IEntry = {
  id: 'tensor/leaf-inplace',
  answers: [
    'a leaf Variable that requires grad is being used in an in-place operation.',
    'a leaf Variable that requires grad has been used in an in-place operation.',
    'a view of a leaf Variable that requires grad is being used in an in-place operation.',
    'you can only change requires_grad flags of leaf variables',
    'leaf variable has been moved into the graph interior'
  ],
  signs: [
    ...said(
      /leaf [Vv]ariable (?:that requires grad (?:is being|has been) used in an in-?place|was used in an in-?place|has been moved into the graph interior)/
    ),
    ...said(/you can only change requires_grad flags of leaf variables/, flags)
  ],
  page(trans, { kind }) {
    return kind === 'flags'
      ? {
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
          ],
          links: [LINKS.autograd(trans)]
        }
      : {
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
              code: 'with torch.no_grad():\n    weight += 1'
            },
            {
              safety: 'check',
              title: trans.__('Part of the computation: make a new tensor'),
              code: 'y = x + 1  # or: y = x.clone(); y[0] = 1'
            }
          ],
          notThis: [
            trans.__(
              '“modified by an inplace operation” comes later, from backward(): there a result between the layers was changed.'
            )
          ],
          links: [LINKS.inPlace(trans), LINKS.autograd(trans)]
        };
  },
  examples: [
    {
      ename: 'RuntimeError',
      evalue:
        'a leaf Variable that requires grad is being used in an in-place operation.',
      torch: '2.13',
      origin: 'run'
    },
    {
      ename: 'RuntimeError',
      evalue:
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().",
      torch: '2.13',
      origin: 'run',
      values: { kind: 'flags' }
    },
    {
      ename: 'RuntimeError',
      evalue:
        'a leaf Variable that requires grad has been used in an in-place operation.',
      torch: '1.4',
      origin: 'reference'
    }
  ],
  nearMisses: [
    {
      ename: 'RuntimeError',
      evalue:
        'one of the variables needed for gradient computation has been modified by an inplace operation'
    }
  ],
  reproduction: {
    raises: [
      'import torch',
      'weight = torch.ones(3, requires_grad=True)',
      'weight += 1'
    ].join('\n'),
    fixed: [
      'import torch',
      'weight = torch.ones(3, requires_grad=True)',
      'with torch.no_grad():',
      '    weight += 1'
    ].join('\n')
  }
};

export default entry;
