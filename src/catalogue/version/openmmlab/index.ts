import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';

export default define({
  id: 'version/openmmlab',
  answers: [
    'AssertionError: MMCV==2.2.0 is used but incompatible. Please install mmcv>=2.0.0rc4, <2.1.0.',
    'AssertionError: MMEngine==0.10.4 is used but incompatible.'
  ],
  values: ['name', 'version', 'wanted'],
  signs: messageOrLog(
    /\b(?<name>MMCV|MMEngine|MMDetection|MMSegmentation|MMPretrain)==(?<version>[\w.]{1,20}) is used but incompatible\. Please install (?<wanted>mm\w{2,20}(?: ?[<>=!]=?\s?[\w.]{1,20},?){0,3}\w)/
  ),
  words: (trans, { name, version, wanted }) => ({
    title: name
      ? trans.__('This release does not go with the installed %1', name)
      : trans.__('Two packages of OpenMMLab do not go together'),
    cause:
      version && wanted
        ? trans.__(
            '%1 %2 is installed, and the package that was imported asks for %3.',
            name ?? '',
            version,
            wanted
          )
        : trans.__(
            'Each package of OpenMMLab names the releases of the others that it takes.'
          ),
    fixes: [
      check(
        trans.__('Install one that it takes, then restart the kernel'),
        `%pip install -U openmim\n!mim install "${wanted?.replace(/ /g, '') ?? 'mmcv>=2.0.0rc4,<2.2.0'}"`,
        trans.__(
          'mim looks for a wheel of this torch and CUDA. Where there is none, it compiles, which takes long.'
        )
      ),
      check(
        trans.__('Or update the package that asks'),
        '!mim install -U mmdet  # mmsegmentation, mmpose: the one imported'
      )
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__('mmcv without its compiled part says that mmcv._ext is missing.')
    ],
    links: [
      {
        title: trans.__('MMCV: installation'),
        url: 'https://mmcv.readthedocs.io/en/latest/get_started/installation.html'
      }
    ]
  })
});
