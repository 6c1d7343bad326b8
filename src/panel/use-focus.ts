import * as React from 'react';

/**
 * Keep the keyboard focus here: on the heading when a new subject comes up, and
 * when the button that had it has gone.
 *
 * @param subject - what the section is about
 */
export function useFocus(
  section: React.RefObject<HTMLElement>,
  heading: React.RefObject<HTMLElement>,
  subject: unknown
): void {
  const hadFocus = section.current?.contains(document.activeElement) ?? false;
  React.useEffect(() => heading.current?.focus(), [subject]);
  React.useLayoutEffect(() => {
    if (hadFocus && !section.current?.contains(document.activeElement)) {
      heading.current?.focus();
    }
  });
}
