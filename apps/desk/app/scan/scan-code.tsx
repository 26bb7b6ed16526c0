import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button, ButtonLink } from '@shop/storefront/ui/button.tsx'
import { Dialog } from '@shop/storefront/ui/dialog.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Form, useLocation, useSearchParams, useSubmit } from 'react-router'
import { pathOf, SCAN, withQuery } from '../navigation.ts'
import { codeFinder } from './find-code.ts'
import styles from './scan.module.css'

const LOOKED_EVERY_MS = 150
/** The code contains only the number of an order. */
const NUMBER = /^\d{1,18}$/

type State = 'starting' | 'looking' | 'foreign' | 'refused' | 'none' | 'busy'
/** Why there is no picture, by the name of the browser's error. */
const FAILURES: Readonly<Record<string, State>> = {
  NotAllowedError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}
const hasPicture = (state: State) => state === 'starting' || state === 'looking' || state === 'foreign'

const OPENER = 'scan-code'

/** The query of the screen, without the scanner's parameter. */
function useOtherParams(): URLSearchParams {
  const [search] = useSearchParams()
  return new URLSearchParams([...search].filter(([name]) => name !== SCAN))
}

/**
 * Opens the scanner, which finds an order by the code of its confirmation. Only the page at the scanner's own address
 * may use the camera, so it is loaded as a document.
 */
export function ScanLink() {
  const { t } = useTexts()
  const { pathname } = useLocation()
  const otherParams = Object.fromEntries(useOtherParams())
  return (
    <ButtonLink
      look="quiet"
      id={OPENER}
      to={withQuery(pathname, { ...otherParams, [SCAN]: 1 })}
      reloadDocument
    >
      {t('desk:scan.open')}
    </ButtonLink>
  )
}

/** The scanner, at its own address. */
export function ScanDialog() {
  const [search] = useSearchParams()
  return search.has(SCAN) && <Scanner />
}

function Scanner() {
  const { t } = useTexts()
  const [, setSearch] = useSearchParams()
  const otherParams = useOtherParams()
  // After it has closed: what is behind a dialog cannot take the focus.
  useEffect(() => () => document.getElementById(OPENER)?.focus(), [])
  // It leaves no entry in the history, where it would have no camera.
  const close = () => setSearch(otherParams, { replace: true, preventScrollReset: true })
  return (
    <Dialog open title={t('desk:scan.title')} onClose={close}>
      <Camera />
      <Form method="get" className={styles.type}>
        {[...otherParams].map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button
          type="submit"
          look="quiet"
          onClick={(event) => {
            event.preventDefault()
            close()
          }}
        >
          {t('desk:scan.type')}
        </Button>
      </Form>
    </Dialog>
  )
}

function Camera() {
  const { t } = useTexts()
  const submit = useSubmit()
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<State>('starting')
  const onFound = useCallback(
    (number: string) => submit({ text: number }, { method: 'post', action: pathOf('orders'), replace: true }),
    [submit],
  )
  useEffect(() => {
    const watch = new AbortController()
    void lookThrough(video.current!, { signal: watch.signal, setState, onFound })
    return () => watch.abort()
  }, [onFound])
  return (
    <>
      <div className="needs-scripts stack stack-s">
        <video
          ref={video}
          className={styles.picture}
          hidden={!hasPicture(state)}
          muted
          playsInline
          aria-label={t('desk:scan.picture')}
        />
        <div role="status" className="stack stack-s">
          {hasPicture(state) ? (
            <p>{t(state === 'starting' ? 'desk:scan.starting' : 'desk:scan.looking')}</p>
          ) : (
            <Notice tone="bad">{t(`desk:scan.${state as 'refused' | 'none' | 'busy'}`)}</Notice>
          )}
          {state === 'foreign' && <Notice tone="warn">{t('desk:scan.foreign')}</Notice>}
        </div>
      </div>
      <noscript>
        <p>{t('desk:scan.noScripts')}</p>
      </noscript>
    </>
  )
}

interface Watch {
  signal: AbortSignal
  setState(state: State): void
  onFound(number: string): void
}

/** Shows what the camera sees until an order's number is found in it or the scanner is closed. */
async function lookThrough(picture: HTMLVideoElement, { signal, setState, onFound }: Watch): Promise<void> {
  let stream: MediaStream | undefined
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
  signal.addEventListener('abort', stop)
  try {
    // A page loaded without encryption has no camera.
    if (!navigator.mediaDevices) return setState('none')
    const wanted = { facingMode: 'environment', width: { ideal: 1280 } }
    stream = await navigator.mediaDevices.getUserMedia({ video: wanted })
    if (signal.aborted) return stop()
    picture.srcObject = stream
    await picture.play()
    const find = await codeFinder()
    setState('looking')
    while (!signal.aborted) {
      const text = await find(picture)
      if (signal.aborted) return
      if (text !== null && NUMBER.test(text)) {
        stop()
        return onFound(text)
      }
      if (text !== null) setState('foreign')
      await new Promise((resolve) => setTimeout(resolve, LOOKED_EVERY_MS))
    }
  } catch (error) {
    stop()
    if (!signal.aborted) setState(FAILURES[(error as Error).name] ?? 'busy')
  }
}
