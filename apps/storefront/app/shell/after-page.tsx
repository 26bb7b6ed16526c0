import { useEffect } from 'react'
import { useShellData } from '../platform/shell-data.ts'
import { useLate } from '../platform/use-late.ts'
import { ForgetServed } from './forget-served.tsx'
import { PrefetchedLinks } from './prefetched-links.tsx'

export { LostAnswerNotice } from './lost-answer-notice.tsx'

const loadLeaving = async () => (await import('./leaving.tsx')).Leaving

/** What no page needs to be shown, and comes after it. */
export function AfterPage() {
  const isLoggedIn = useShellData()?.isLoggedIn
  const [Leaving, fetchLeaving] = useLate(loadLeaving)
  useEffect(() => {
    if (isLoggedIn) fetchLeaving()
  }, [isLoggedIn, fetchLeaving])
  return (
    <>
      <PrefetchedLinks />
      <ForgetServed />
      {isLoggedIn && Leaving && <Leaving />}
    </>
  )
}
