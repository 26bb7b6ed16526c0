import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * As a screen's `shouldRevalidate`: a form that came too late shows what a colleague did meanwhile beside what was typed, and is
 * sent again with the version of now. By itself the router reads nothing anew after a form that was refused.
 */
export const readAnew = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  defaultShouldRevalidate || actionStatus === 409
