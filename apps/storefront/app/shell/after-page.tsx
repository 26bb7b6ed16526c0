import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate, useNavigation, useRevalidator, useSubmit } from 'react-router'
import { useShellData } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { useLate } from '../platform/use-late.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { lostAnswer } from './lost-answer.ts'
import styles from './lost-answer-notice.module.css'
import { LostFocus } from './lost-focus.tsx'
import { PrefetchedLinks } from './prefetched-links.tsx'

const loadLeaving = async () => (await import('./leaving.tsx')).Leaving

/** Loaded after the page: nothing here is needed to show it. */
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
      <LostFocus />
      {isLoggedIn && Leaving && <Leaving />}
    </>
  )
}

/** No personal data stays in the document longer than the page shows it. */
function ForgetServed() {
  const { revalidate } = useRevalidator()
  // The page was served with its data in scripts, which would stay in the document after the page is left.
  useEffect(() => {
    for (const script of document.scripts) {
      // Data for search engines is not personal, and they read it after the scripts have run.
      if (!script.src && script.type !== 'application/ld+json') script.textContent = ''
    }
  }, [])
  // The browser restores an earlier page as it was, but the session may be over.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) revalidate()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [revalidate])
  return null
}

/**
 * Says that the shop did not answer, or is too busy, and asks again when the visitor wants it, but not before
 * the time that a busy shop has named. A page without an answer is requested again automatically: after pauses
 * of 2 to 64 seconds, each twice the last, and as soon as there is a connection. The first request may then
 * still fail, or hang (`stayWhenLost` reports it lost again). A hidden tab waits until it is visible.
 */
export function LostAnswerNotice() {
  const { t } = useTexts()
  const lost = useSyncExternalStore(lostAnswer.subscribe, lostAnswer.read, lostAnswer.onServer)
  const { location } = useNavigation()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const submit = useSubmit()
  const [comesBack, setComesBack] = useState<typeof lost>(null)
  const pauses = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isPage = Boolean(lost && 'page' in lost.what)
  const wait = lost?.retryAfterSeconds ?? null
  const isTooEarly = wait !== null && comesBack !== lost

  function askAgain() {
    if (isTooEarly) return
    // The next automatic attempt would replace this one before it is answered.
    clearTimeout(timer.current)
    if (lost && 'form' in lost.what) submit(lost.what.form, { method: 'post', action: lost.what.action })
    else if (location) navigate(location)
    else revalidate()
  }
  const retry = useEffectEvent(() => {
    // `FreshShell` asks when the tab becomes visible again.
    if (!document.hidden) askAgain()
  })
  useEffect(() => {
    if (!isPage || lost?.retryAfterSeconds != null) {
      pauses.current = 0
      return
    }
    pauses.current = Math.min(pauses.current + 1, 6)
    timer.current = setTimeout(retry, 1000 * 2 ** pauses.current)
    const restart = () => {
      pauses.current = 0
      retry()
    }
    window.addEventListener('online', restart)
    return () => {
      clearTimeout(timer.current)
      window.removeEventListener('online', restart)
    }
  }, [isPage, lost])
  useEffect(() => {
    if (wait === null) return
    const timer = setTimeout(() => setComesBack(lost), wait * 1000)
    return () => clearTimeout(timer)
  }, [lost, wait])
  if (!lost) return null
  const what = isPage ? 'page' : 'form'
  const isBusy = wait !== null
  return (
    <div className={styles.place}>
      <Notice
        tone={isBusy ? 'warn' : 'bad'}
        icon={isBusy ? 'clock' : 'wifi-off'}
        role="alert"
        title={t(isBusy ? 'busy:title' : 'shell.lost.title')}
      >
        <p>{t(isBusy ? `busy:${what}` : `shell.lost.${what}`)}</p>
        <Button look="quiet" icon="refresh-cw" aria-disabled={isTooEarly || undefined} onClick={askAgain}>
          {t('shell.error.retry')}
        </Button>
      </Notice>
    </div>
  )
}
