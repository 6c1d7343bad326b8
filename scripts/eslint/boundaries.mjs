/**
 * Which room of `src/` may import which, as settings of `no-restricted-imports`.
 * ARCHITECTURE.md draws the same; a missing room may not be imported.
 */
const USES = {
  shared: [],
  incident: ['shared'],
  code: ['shared'],
  diagnosis: ['shared', 'incident', 'code'],
  catalogue: ['shared', 'incident', 'code', 'diagnosis'],
  diagnoser: ['shared', 'incident', 'diagnosis', 'catalogue'],
  companion: ['shared', 'incident'],
  notebook: ['shared', 'incident', 'diagnosis', 'diagnoser', 'companion'],
  'kernel-death': ['shared', 'incident', 'companion', 'notebook'],
  rerun: [
    'shared',
    'incident',
    'code',
    'diagnosis',
    'diagnoser',
    'companion',
    'notebook',
    'kernel-death'
  ],
  rescue: ['shared', 'incident', 'companion', 'notebook', 'rerun'],
  edit: [
    'shared',
    'incident',
    'code',
    'diagnosis',
    'diagnoser',
    'notebook',
    'rerun'
  ],
  panel: [
    'shared',
    'incident',
    'diagnosis',
    'diagnoser',
    'notebook',
    'kernel-death',
    'rerun',
    'rescue',
    'edit'
  ],
  cli: ['shared', 'incident', 'diagnosis', 'catalogue']
};

/** They run in Node, in a worker and in the page: nothing of JupyterLab's. */
const PURE = ['shared', 'incident', 'code', 'diagnosis', 'catalogue', 'cli'];

const ROOMS = Object.keys(USES);

function restricted(files, patterns) {
  return {
    files,
    ignores: ['**/__tests__/**'],
    rules: { 'no-restricted-imports': ['error', { patterns }] }
  };
}

function patternsOf(room) {
  const others = ROOMS.filter(
    other => other !== room && !USES[room].includes(other)
  );
  const patterns = [
    {
      // Up to `src/`, then into another room.
      regex: `^(?:\\.\\./)+(?:${others.join('|')})/`,
      message: `${room}/ may import ${['itself', ...USES[room]].join(', ')}.`
    }
  ];
  if (PURE.includes(room)) {
    patterns.push({
      regex: '^(?:@jupyterlab|@lumino|@jupyter|react)(?:/|$)',
      message: `${room}/ runs without JupyterLab.`
    });
  }
  return patterns;
}

export default [
  ...ROOMS.map(room =>
    restricted(
      [`src/${room}/**/*.ts`, `src/${room}/**/*.tsx`],
      patternsOf(room)
    )
  ),
  restricted(
    ['src/catalogue/*/*/**/*.ts'],
    [
      ...patternsOf('catalogue'),
      {
        // `../../` leaves the family: what families share is in catalogue/shared.
        regex:
          '^\\.\\./\\.\\./(?!shared/|define$|fix$|predicates$|signs$|\\.\\./)',
        message: 'No family imports another: see src/catalogue/shared/.'
      }
    ]
  )
];
