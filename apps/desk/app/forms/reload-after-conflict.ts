import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For a screen's `shouldRevalidate`: after a form sent too late, the screen shows what a colleague did in the meantime
 * beside what was typed, and the form is sent again with the current version. By default the router reloads nothing
 * after a refused form.
 */
export const reloadAfterConflict = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean => defaultShouldRevalidate || actionStatus === 409
