import { useRouteData } from '@shop/storefront/pages/use-route-data.ts'
import { useEffect, useMemo, useState } from 'react'
import { type DataStrategyResult, type MiddlewareFunction, useLocation } from 'react-router'
import { pathOf } from '../navigation.ts'

/** Words that were typed on a screen and not sent. */
interface Words {
  staffId: string
  /** Path of the screen. */
  path: string
  /** Id of the field on that screen, or name of a form whose fields are kept together (`KeptFields`). */
  field: string
  text: string
}

/** Name of a hidden field: the form whose fields are kept. */
export const FORM_KEPT = 'keptForm'

/** In the storage of this tab only: in no address and on no other page. */
const KEPT = 'typed-words'

function readWords(): Words[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as Words[]
  } catch {
    // The device does not allow storage.
    return []
  }
}

function writeWords(words: readonly Words[]): void {
  try {
    if (words.length === 0) sessionStorage.removeItem(KEPT)
    else sessionStorage.setItem(KEPT, JSON.stringify(words))
  } catch {
    // Typing works without it.
  }
}

/** Removes kept words: by default all, as on logout, or those for which `isOver` holds, such as another person's. */
export function dropWords(isOver: (words: Words) => boolean = () => true): void {
  writeWords(readWords().filter((words) => !isOver(words)))
}

/** The words of a field, or of a form, of the person on this screen. */
export function useWords(field: string) {
  const { pathname: path } = useLocation()
  const staffId = useRouteData('routes/logged-in')?.id ?? ''
  return useMemo(() => {
    const own = { staffId, path, field }
    return {
      read: () => readWords().find((one) => isOf(one, own))?.text,
      write(text: string) {
        const others = readWords().filter((one) => !isOf(one, own))
        writeWords(text ? [...others, { ...own, text }] : others)
      },
    }
  }, [staffId, path, field])
}

/**
 * The text typed into a field. It outlasts a session that ends in the meantime: the login leads back to the screen,
 * where the same person finds it unchanged. It is removed when it is sent (`forgetSent`) and on logout.
 */
export function useKeptWords(field: string, typed: string): [string, (text: string) => void] {
  const [text, setText] = useState(typed)
  const words = useWords(field)
  useEffect(() => {
    const kept = words.read()
    if (kept) setText((now) => now || kept)
  }, [words])
  function type(next: string): void {
    setText(next)
    words.write(next)
  }
  return [text, type]
}

const isOf = (words: Words, { staffId, path, field }: Omit<Words, 'text'>) =>
  words.staffId === staffId && words.path === path && words.field === field

type Results = Record<string, DataStrategyResult>

/** Whether a form was accepted: neither refused nor redirected to the login. */
function isTaken({ type, result }: DataStrategyResult): boolean {
  if (result instanceof Response) {
    const place = new URL(result.headers.get('Location') ?? '', location.href)
    return result.status < 400 && place.pathname !== pathOf('login')
  }
  const { init } = (result ?? {}) as { init?: ResponseInit }
  return type === 'data' && (init?.status ?? 200) < 400
}

/** Removes words that were sent. It runs before the page shows the reply, with an empty form. */
export const forgetSent: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method === 'GET') return next()
  const form = await request.clone().formData()
  const results = await next()
  if (Object.values(results).every(isTaken)) {
    const sent = new Set([...form.values()].map(withPlainEnds))
    const forms = form.getAll(FORM_KEPT)
    const { pathname } = new URL(request.url)
    dropWords(
      ({ path, field, text }) =>
        path === pathname && (forms.includes(field) || sent.has(withPlainEnds(text))),
    )
  }
  return results
}

/** A form may send other line endings than the field has. */
const withPlainEnds = (value: unknown) => String(value).replaceAll('\r\n', '\n')
