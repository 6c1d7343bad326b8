/** Kinds in which no cell gives the name a value, and something else has it, or one near. */
import type { ITranslate } from '../../../diagnosis/types';
import type { IWords, ValuesOf } from '../../define';
import { renamed } from '../../shared/edits/names';
import type { Value } from './values';

type Named = ValuesOf<Value>;

export const ofOthers = {
  near: {
    words: (trans: ITranslate, { name = '', near = '' }: Named): IWords => ({
      title: trans.__('%1 is not defined, but %2 is', name, near),
      cause: trans.__(
        'No cell of this notebook gives %1 a value. %2 differs from it by a letter or two, and has one.',
        name,
        near
      ),
      fixes: [
        {
          safety: 'check',
          title: trans.__('Write %1 where it stands for the same', near),
          code: near,
          edit: renamed(name, near)
        }
      ]
    })
  }
};
