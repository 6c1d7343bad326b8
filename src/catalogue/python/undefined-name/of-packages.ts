/** Kinds in which the name is that of a package’s part. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IWords, ValuesOf } from '../../define';
import { check, pip } from '../../fix';
import { runAbove } from './running';
import type { Value } from './values';

type Named = ValuesOf<Value>;

export const ofPackages = {
  compiled: {
    words: (trans: ITranslate, { module: extension }: Named): IWords => ({
      title:
        extension === 'torch'
          ? trans.__('The compiled part of torch was not loaded')
          : trans.__('A package is there without its compiled part'),
      cause: trans.__(
        '_C is what a package calls its compiled code. It was not built, or did not load, and the package went on without it until it was needed.'
      ),
      fixes:
        extension === 'torch'
          ? [
              check(
                trans.__('Leave the folder of torch’s sources, restart'),
                '%cd ..',
                trans.__('There Python finds the sources before the package.')
              ),
              check(
                trans.__('Else install torch anew'),
                '%pip install --force-reinstall torch'
              )
            ]
          : [
              check(
                trans.__('Build it again, with the CUDA toolkit at hand'),
                '$ export CUDA_HOME=/usr/local/cuda && pip install --no-build-isolation -e .',
                trans.__(
                  'In the folder of the package (GroundingDINO and others bring CUDA code along); nvcc must be there, and its version that of torch.'
                )
              ),
              {
                safety: 'diagnostic',
                title: trans.__('See why it does not load'),
                detail: trans.__(
                  'Look for a warning such as “Failed to load custom C++ ops” above. If the frames are torch’s own, install torch anew.'
                ),
                code: 'import torch\nfrom torch.utils.cpp_extension import CUDA_HOME\nprint(torch.__version__, torch.version.cuda, CUDA_HOME)'
              }
            ]
    })
  },
  book: {
    words: (trans: ITranslate, { name = 'gv' }: Named): IWords => ({
      title: trans.__('%1 comes from fastbook', name),
      cause: trans.__(
        '%1 is a helper of fastai’s book. It is no part of fastai, but of the package fastbook, which the first cell of each chapter imports.',
        name
      ),
      fixes: [
        pip({
          title: trans.__('Install fastbook'),
          line: '%pip install fastbook'
        }),
        {
          safety: 'safe',
          title: trans.__('Import it in the first cell, and run that cell'),
          code: 'from fastbook import *'
        }
      ]
    })
  },
  fastai: {
    words: (
      trans: ITranslate,
      { name = 'ImageDataBunch', version = '2' }: Named
    ): IWords => ({
      title: trans.__('%1 is a name of an older fastai', name),
      cause: trans.__(
        '%1 is of fastai before version %2, which is another library under the same name: today’s fastai does not have it.',
        name,
        version
      ),
      fixes: [
        check(
          trans.__('Install the fastai that the code was written for'),
          version === '1'
            ? '%pip install "fastai==0.7.0"'
            : '%pip install "fastai<2"  # then restart the kernel',
          trans.__(
            'It wants an old torch and an old Python: take an environment of its own. Then run the cell with from fastai.vision import *.'
          )
        ),
        check(
          trans.__('Or write it as fastai 2 has it'),
          'from fastai.vision.all import *\ndls = ImageDataLoaders.from_folder(path, item_tfms=Resize(224))\nlearn = vision_learner(dls, resnet34, metrics=error_rate)'
        )
      ]
    })
  },
  learner: {
    words: (trans: ITranslate): IWords => ({
      title: trans.__('The Learner was not made in this process'),
      cause: trans.__(
        'learn is the Learner of fastai, with the model and its data. The cell that makes and trains it has not run since the kernel started.'
      ),
      fixes: [
        runAbove(trans),
        check(
          trans.__('Or load one that was exported after training'),
          "learn = load_learner('export.pkl')",
          trans.__('learn.export() wrote that file.')
        )
      ]
    })
  }
};
