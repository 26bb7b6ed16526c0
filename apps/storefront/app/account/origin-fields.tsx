import type { Origin } from './login-state.ts'

/** The page that a login or a registration leads back to, as fields of its form. */
export function OriginFields({ origin }: { origin: Origin }) {
  const { pathnameToReturn, addableFlowPage, backPathKey } = origin
  return (
    <>
      {pathnameToReturn && <input type="hidden" name="pathnameToReturn" value={pathnameToReturn} />}
      {addableFlowPage && <input type="hidden" name="addableFlowPage" value={addableFlowPage} />}
      {backPathKey && <input type="hidden" name="backPathKey" value={backPathKey} />}
    </>
  )
}
