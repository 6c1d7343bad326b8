import type { IReading } from '../../../incident/types';
import { define } from '../../define';
import { check } from '../../fix';
import { printedText } from '../../predicates';
import { isTorchInPlay, mayBeTorch } from '../../shared/torch-in-play';
import { keywordGiven } from '../../shared/edits/calls';
import { lineLeftOut } from '../../shared/edits/lines';

/** What window systems say where there is no screen; pyglet, GLFW, SDL, Tk, Qt. */
const NO_DISPLAY =
  /Cannot connect to ["']?(?:None|:\d)|cannot connect to X server|Can["']t connect to display|no display name and no \$DISPLAY|The DISPLAY environment variable is missing|No available video device|could not connect to display|Failed to open display|Display is not available|an OpenGL platform library has not been loaded/i;

/** OpenCV without a window system. */
const NO_WINDOW =
  /The function is not implemented\. Rebuild the library with Windows, GTK/;

/** Of what somebody pasted no line need name torch. */
function isOfTorch(reading: IReading): boolean {
  return reading.incident.kind === 'text'
    ? mayBeTorch(reading)
    : isTorchInPlay(reading);
}

/** Whether an environment is drawn. */
function isRendered(reading: IReading): boolean {
  return /\.render\(|pyglet|[\\/]gym(?:nasium)?[\\/]/.test(
    printedText(reading)
  );
}

/** pyglet, gl_info.py: the version that a missing screen gives is no number. */
function isVersion(reading: IReading): boolean {
  return reading.exceptions.some(({ frames }) =>
    frames.some(({ file }) => /[\\/]pyglet[\\/]gl[\\/]/.test(file))
  );
}

export default define({
  id: 'python/no-display',
  answers: [
    'NoSuchDisplayException: Cannot connect to "None"',
    "ValueError: invalid literal for int() with base 10: '' (pyglet, env.render)",
    'pygame.error: No available video device',
    'The function is not implemented. Rebuild the library with Windows, GTK+ 2.x or Cocoa support'
  ],
  kinds: {
    render: {
      signs: [
        {
          where: 'message',
          pattern: NO_DISPLAY,
          when: reading => isOfTorch(reading) && isRendered(reading)
        },
        {
          where: 'message',
          ename: /^ValueError$/,
          pattern: /^invalid literal for int\(\) with base 10: ["']{2}/,
          when: reading => isOfTorch(reading) && isVersion(reading)
        }
      ],
      words: trans => ({
        title: trans.__('The machine has no screen to draw on'),
        cause: trans.__(
          'env.render() opens a window, and the machine on which the kernel runs (a server, Colab, a container) has no display.'
        ),
        fixes: [
          {
            ...check(
              trans.__('Ask the environment for pictures instead of a window'),
              "env = gymnasium.make('CartPole-v1', render_mode='rgb_array')\nplt.imshow(env.render())"
            ),
            edit: keywordGiven(
              ['gym.make', 'gymnasium.make'],
              'render_mode',
              "'rgb_array'"
            )
          },
          check(
            trans.__('Older Gym: start a virtual display first'),
            "%pip install pyvirtualdisplay  # and the system's package xvfb\nfrom pyvirtualdisplay import Display\nDisplay(visible=0, size=(600, 400)).start()",
            trans.__('For a script: xvfb-run -a python train.py.')
          ),
          {
            ...check(
              trans.__('Training needs no picture: leave render() out'),
              '# env.render()'
            ),
            edit: lineLeftOut(['render'])
          }
        ]
      })
    },
    window: {
      signs: [
        {
          where: 'message',
          pattern: NO_DISPLAY,
          when: reading => isOfTorch(reading) && !isRendered(reading)
        },
        { where: 'message', pattern: NO_WINDOW, when: isTorchInPlay }
      ],
      words: trans => ({
        title: trans.__('A window cannot be opened on this machine'),
        cause: trans.__(
          'The call opens a window, and either the machine on which the program runs has no display, or the library was built without windows (opencv-python-headless).'
        ),
        fixes: [
          check(
            trans.__('Show the image in the notebook, or write it to a file'),
            "plt.imshow(image[..., ::-1])  # OpenCV keeps blue first\ncv2.imwrite('out.png', image)"
          ),
          check(
            trans.__('matplotlib in a script: draw without windows'),
            "import matplotlib\nmatplotlib.use('Agg')  # before pyplot is imported\nplt.savefig('plot.png')"
          ),
          check(
            trans.__('With a screen: take the OpenCV that has windows'),
            '%pip uninstall -y opencv-python-headless\n%pip install --force-reinstall opencv-python'
          )
        ]
      })
    }
  },
  common: trans => ({
    notThis: [
      trans.__(
        'With a screen at hand, DISPLAY may be unset: over ssh, connect with ssh -X.'
      )
    ],
    links: [
      {
        title: trans.__('Gymnasium: rendering'),
        url: 'https://gymnasium.farama.org/api/env/#gymnasium.Env.render'
      }
    ]
  })
});
