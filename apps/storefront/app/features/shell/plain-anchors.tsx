import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Answered by the server alone: downloads, and the parties beside the shop. */
const SERVER_ONLY = /^\/(api|laboratory-api|sandbox)(\/|$)|\.\w+$/

/** Makes every plain `<a>` of the shop a client navigation with one handler for all: in long lists `Link` costs a third of the rendering. `data-stay` keeps the page where it is scrolled to, `data-reload` loads it anew. */
export function PlainAnchors() {
  const navigate = useNavigate()
  useEffect(() => {
    function onClick(event: MouseEvent) {
      const anchor = event.target instanceof Element ? event.target.closest('a') : null
      if (!anchor || event.defaultPrevented || !isPlainClick(event) || !isShopPage(anchor)) return
      event.preventDefault()
      const isSamePlace = anchor.dataset.stay !== undefined
      navigate(`${anchor.pathname}${anchor.search}${anchor.hash}`, { preventScrollReset: isSamePlace })
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate])
  return null
}

function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
}

/** Whether the anchor leads to another page of the shop, in this window. */
export function isShopPage(anchor: HTMLAnchorElement): boolean {
  const { origin, pathname, search, hash, target, download, dataset } = anchor
  if (origin !== location.origin || target || download || dataset.reload !== undefined) return false
  if (SERVER_ONLY.test(pathname)) return false
  return !(hash && pathname === location.pathname && search === location.search)
}
