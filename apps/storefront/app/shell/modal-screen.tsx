import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './modal-screen.module.css'
import { takeSnapshot } from './page-snapshot.ts'

/** The layout `modal`: on a phone a screen of its own, else a dialog over a still picture of the page it came from. */
export function ModalScreen({ children }: { children: ReactNode }) {
  const behind = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const picture = takeSnapshot()
    if (picture) behind.current?.replaceChildren(picture)
  }, [])
  return (
    <div className={styles.screen}>
      <div ref={behind} className={styles.behind} aria-hidden="true" inert />
      <main className={styles.dialog} id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
