import { LabIcon } from '@jupyterlab/ui-components';

import lookUpSvg from '../../style/icons/look-up.svg';
import triageSvg from '../../style/icons/triage.svg';

export const triageIcon = new LabIcon({
  name: 'torch-triage:triage',
  svgstr: triageSvg
});

export const lookUpIcon = new LabIcon({
  name: 'torch-triage:look-up',
  svgstr: lookUpSvg
});
