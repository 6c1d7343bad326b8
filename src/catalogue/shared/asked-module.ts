import type { IReading } from '../../incident/types';

/**
 * Whether `nn.Module.__getattr__` looked for the attribute that is missing: the
 * words alone are those of any Python object. Its own class, of torch 1.6 to
 * 1.8, says it; else the last frames. Frames without their heading are no
 * exception's: the last line of the text tells then.
 */
export function askedModule({ exceptions, log }: IReading): boolean {
  const cut =
    /[\\/]nn[\\/]modules[\\/]module\.pyc?["'],? line \d{1,5}, in __getattr__/;
  return (
    cut.test(log) ||
    exceptions.some(
      ({ name, frames }) =>
        name.endsWith('ModuleAttributeError') ||
        (name.endsWith('AttributeError') &&
          frames
            .slice(-2)
            .some(
              ({ file, func }) =>
                /[\\/]torch[\\/]nn[\\/]modules[\\/]module\.pyc?$/.test(file) &&
                /__getattr__/.test(func ?? '')
            ))
    )
  );
}
