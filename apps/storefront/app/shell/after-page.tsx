import { ForgetServed } from './forget-served.tsx'
import { PrefetchedLinks } from './prefetched-links.tsx'

/** What no page needs to be shown, and comes after it. */
export function AfterPage() {
  return (
    <>
      <PrefetchedLinks />
      <ForgetServed />
    </>
  )
}
