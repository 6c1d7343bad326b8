/** What `version/not-installed` and `version/removed-api` explain without facts. */
const OF_TORCH = /^(?:torch(?!_)\w*|pytorch|functorch)$/;

/** Names that every second repository gives a folder of its own. */
const OF_PROJECTS =
  /^(?:utils?|models?|modules?|src|lib|libs|config|configs|common|core|data|dataset|datasets?_?utils|helpers?|layers|losses|metrics|networks?|options|tools|train|trainer|training|engine|evaluate|eval)$/;

/** The first name of a dotted one. */
function topOf(module: string): string {
  return module.split('.')[0];
}

/** Whether a module is PyTorch's own, or a part of it. */
export function isOfTorch(module: string): boolean {
  return OF_TORCH.test(topOf(module));
}

/** Whether a module is a project's own file rather than a package. */
export function isOfProject(module: string): boolean {
  return OF_PROJECTS.test(topOf(module));
}
