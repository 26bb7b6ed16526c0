import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import type { ShellData } from '../platform/shell-data.ts'

/** Keeps the shell true: asks again when the tab comes back to sight, and loads the page anew when its language was changed elsewhere. */
export function useFreshShell(data: ShellData | undefined): void {
  const { revalidate } = useRevalidator()
  const { i18n } = useTranslation()
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') revalidate()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [revalidate])
  const locale = data?.locale
  useEffect(() => {
    if (locale && locale !== i18n.language) window.location.reload()
  }, [locale, i18n.language])
}
