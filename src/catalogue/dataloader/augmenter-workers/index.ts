import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';

/** The loader of nnU-Net, which has worker processes of its own. */
export default define({
  id: 'dataloader/augmenter-workers',
  answers: [
    'One or more background workers are no longer alive. Exiting. Please check the print statements above for the actual error message',
    'MultiThreadedAugmenter.abort_event was set, something went wrong.'
  ],
  signs: messageOrLog(
    /background workers? (?:are|is) no longer alive|MultiThreadedAugmenter\.abort_event was set/,
    { confidence: 'likely' }
  ),
  words: trans => ({
    title: trans.__('A worker of the data augmentation ended'),
    cause: trans.__(
      'batchgenerators prepares batches in processes of their own, and one of them is gone. Its error stands further above; where there is none, the system ended it for want of memory.'
    ),
    fixes: [
      check(
        trans.__('Let fewer processes prepare the data'),
        'import os\nos.environ["nnUNet_n_proc_DA"] = "2"  # before the training starts; 0 shows the real error\n!nnUNetv2_train 1 3d_fullres 0',
        trans.__(
          'In Docker also give more shared memory: docker run --ipc=host.'
        )
      ),
      check(
        trans.__('A file is damaged: unpack and check the data again'),
        '!nnUNetv2_plan_and_preprocess -d 1 --verify_dataset_integrity'
      ),
      {
        safety: 'diagnostic',
        title: trans.__('See whether memory ran out'),
        code: '!free -h; df -h /dev/shm; dmesg 2>/dev/null | tail -5'
      }
    ]
  }),
  common: trans => ({
    notThis: [
      trans.__('A worker of torch’s DataLoader says its process number.')
    ],
    links: [
      {
        title: trans.__('nnU-Net: environment variables'),
        url: 'https://github.com/MIC-DKFZ/nnUNet/blob/master/documentation/set_environment_variables.md'
      }
    ]
  })
});
