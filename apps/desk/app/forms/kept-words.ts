import { useEffect, useState } from 'react'
import {
  type DataStrategyResult,
  type MiddlewareFunction,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import { pathOf } from '../navigation.ts'

/** What somebody types on a screen and has not sent. */
interface Words {
  staffId: string
  /** Of the screen. */
  path: string
  /** The field's id there. */
  field: string
  text: string
}

/** Of this tab alone: no address and no other page has it. */
const KEPT = 'typed-words'

function readWords(): Words[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as Words[]
  } catch {
    // A device that lets nothing be kept.
    return []
  }
}

function writeWords(words: readonly Words[]): void {
  try {
    if (words.length === 0) sessionStorage.removeItem(KEPT)
    else sessionStorage.setItem(KEPT, JSON.stringify(words))
  } catch {
    // Typing goes on without it.
  }
}

/** Somebody leaves, or another person is here. */
export function dropWords(isOver: (words: Words) => boolean = () => true): void {
  writeWords(readWords().filter((words) => !isOver(words)))
}

/**
 * What is typed into a field. It outlasts a session that ends meanwhile: the login leads back to the screen,
 * where it stands as it was, for the same person. It goes when it is sent (`forgetSent`) and with the logout.
 */
export function useKeptWords(field: string, typed: string): [string, (text: string) => void] {
  const [text, setText] = useState(typed)
  const { pathname: path } = useLocation()
  const staffId = useRouteLoaderData<{ id: string }>('routes/logged-in')?.id ?? ''
  useEffect(() => {
    const kept = readWords().find((one) => isOf(one, { staffId, path, field }))
    if (kept) setText((now) => now || kept.text)
  }, [staffId, path, field])
  function type(next: string): void {
    setText(next)
    const others = readWords().filter((one) => !isOf(one, { staffId, path, field }))
    writeWords(next ? [...others, { staffId, path, field, text: next }] : others)
  }
  return [text, type]
}

const isOf = (words: Words, { staffId, path, field }: Omit<Words, 'text'>) =>
  words.staffId === staffId && words.path === path && words.field === field

type Results = Record<string, DataStrategyResult>

/** Whether a form was taken: neither refused nor led to the login. */
function isTaken({ type, result }: DataStrategyResult): boolean {
  if (result instanceof Response) {
    const place = URL.parse(result.headers.get('Location') ?? '', location.href)
    return result.status < 400 && place?.pathname !== pathOf('login')
  }
  const { init } = (result ?? {}) as { init?: ResponseInit }
  return type === 'data' && (init?.status ?? 200) < 400
}

/** What was sent is kept no longer. It runs before the page shows the answer, with an empty form. */
export const forgetSent: MiddlewareFunction<Results> = async ({ request }, next) => {
  if (request.method === 'GET') return next()
  const form = await request.clone().formData()
  const results = await next()
  if (Object.values(results).every(isTaken)) {
    const sent = new Set([...form.values()].map(withPlainEnds))
    const { pathname } = new URL(request.url)
    dropWords(({ path, text }) => path === pathname && sent.has(withPlainEnds(text)))
  }
  return results
}

/** A form may send other ends of lines than a field has. */
const withPlainEnds = (value: unknown) => String(value).replaceAll('\r\n', '\n')
