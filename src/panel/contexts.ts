import { createContext } from 'react';

/**
 * Says a short text through the panel's one polite live region. Several
 * regions would talk over one another.
 */
export const AnnounceContext = createContext<(text: string) => void>(
  () => undefined
);

/** Opens the catalogue's page of an id in the panel's look-up. */
export const PageContext = createContext<(id: string) => void>(() => undefined);
