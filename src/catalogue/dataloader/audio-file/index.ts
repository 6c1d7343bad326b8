import { define } from '../../define';
import { check } from '../../fix';
import { messageOrLog } from '../../signs';

export default define({
  id: 'dataloader/audio-file',
  answers: [
    "LibsndfileError: Error opening 'a.wav': Format not recognised.",
    "LibsndfileError: Error opening 'a.wav': Error in WAV file. No 'data' chunk marker.",
    "Error opening 'a.mp3': File contains data in an unknown format."
  ],
  values: ['file'],
  signs: messageOrLog(
    /Error opening (?:<_io\.BufferedReader name=)?['"](?<file>[^'"]{1,300})['"]>?: (?:Format not recognised|Error in WAV|Error : |File contains data in an unknown format|Error in \w{2,6} file|Unspecified internal error|Supported file format but file is malformed|File does not exist or is not a regular file \(possibly a pipe\?\)\.? Format)/,
    { confidence: 'likely' }
  ),
  words: (trans, { file }) => ({
    title: trans.__('The file is no audio that can be read'),
    cause: file
      ? trans.__(
          '%1 is there, and its contents are not what its name says: cut off, empty, another format under this name, or a page in place of a download.',
          file.replace(/\\{2}/g, '\\')
        )
      : trans.__(
          'The file is there, and its contents are not what its name says: cut off, empty, another format under this name, or a page in place of a download.'
        ),
    fixes: [
      {
        safety: 'diagnostic',
        title: trans.__('See its size, and how it begins'),
        code: "import os\nprint(os.path.getsize(path), open(path, 'rb').read(16))  # a wav begins with RIFF"
      },
      check(
        trans.__('Another format: make a real wav file of it'),
        '!ffmpeg -i in.wav -ar 16000 -ac 1 out.wav'
      ),
      check(
        trans.__('One of many is broken: leave such files out'),
        'def readable(path):\n    try:\n        sf.info(path)\n        return True\n    except sf.LibsndfileError:\n        return False\n\npaths = [p for p in paths if readable(p)]'
      )
    ]
  }),
  common: trans => ({
    notThis: [trans.__('“System error” says that the file is not there.')],
    links: [
      {
        title: trans.__('soundfile'),
        url: 'https://python-soundfile.readthedocs.io/en/latest/'
      }
    ]
  })
});
