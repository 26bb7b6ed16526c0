import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Nothing of somebody stays in the document longer than the page shows it. */
export function ForgetServed() {
  const { revalidate } = useRevalidator()
  // The page was served with its data in scripts, which would stay in the document when somebody has left it.
  useEffect(() => {
    for (const script of document.scripts) {
      // What is told to search engines is of nobody, and they read it when the scripts have run.
      if (!script.src && script.type !== 'application/ld+json') script.textContent = ''
    }
  }, [])
  // The browser shows a page of before as it was: the session may be over.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) revalidate()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [revalidate])
  return null
}
