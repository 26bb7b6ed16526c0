import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { pathOf } from './navigation/navigation.ts'

/**
 * Keeps a page about orders or results current while something is still to come and the page is visible: the server
 * signals when to reload. If it cannot, `onFailure` may do something simpler; without it the page stays as it was
 * opened.
 */
export function useLiveAccount(isOpen: boolean, onFailure?: () => void): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOpen) return
    if (typeof EventSource === 'undefined') return onFailure?.()
    let source: EventSource | undefined
    const listen = () => {
      source?.close()
      source = undefined
      if (document.visibilityState !== 'visible') return
      source = new EventSource(pathOf('live'))
      source.addEventListener('changed', () => revalidate())
      source.onerror = () => {
        // Refused, not interrupted: the connection does not come back on its own.
        if (source?.readyState === EventSource.CLOSED) onFailure?.()
      }
    }
    listen()
    document.addEventListener('visibilitychange', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      source?.close()
    }
  }, [isOpen, onFailure, revalidate])
}
