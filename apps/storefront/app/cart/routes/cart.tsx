import { useEffect, useRef, useState } from 'react'
import { Form, Link, useLocation, useNavigate } from 'react-router'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import styles from '../cart.module.css'
import { CartObstacles, countObstacles } from '../cart-obstacles.tsx'
import { changeCartByForm } from '../change-cart-by-form.server.ts'
import { CheckoutFrame } from '../checkout-frame.tsx'
import { loadCart } from '../load-cart.server.ts'
import { PatientCard } from '../patient-card.tsx'
import type { Route } from './+types/cart'

/** Without a token the view is null: a guest's cart is empty. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = url.searchParams
  const view = shop.token ? await loadCart(shop) : null
  return { view, notice: noticeOf(query), asksReset: query.get('ask') === 'reset' }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeCartByForm(shop, await readForm(shop, request))
}

/** Where on the page it says what is to be fixed. */
const OBSTACLES = 'to-fix'

/** The cart: lines, fees, preparation and subtotal by patient; the total and the next step at the side. */
export default function Cart({ loaderData }: Route.ComponentProps) {
  const { view, asksReset } = loaderData
  const notice = usePassingNotice(loaderData.notice)
  const { t } = useTexts()
  if (!view || view.patients.length === 0) {
    return (
      <div className="stack">
        <PageMeta title={t('cart:title')} />
        <CartNotice notice={notice} undoable={view?.undoable ?? false} />
        <EmptyState drawing="tubes" title={t('cart:empty.title')} level={1}>
          <p>{t('cart:empty.text')}</p>
          <ButtonLink to={pathOf('search')} icon="search">
            {t('order.list.search')}
          </ButtonLink>
          <Link className="hit" to={pathOf('profiles')}>
            {t('cart:empty.profiles')}
          </Link>
          {!view && (
            <p className="muted">
              {t('cart:empty.guest')}{' '}
              <Link to={`${pathOf('login')}?pathnameToReturn=${pathOf('cart')}`}>
                {t('account.login.submit')}
              </Link>
            </p>
          )}
        </EmptyState>
      </div>
    )
  }
  const { patients, summary, obstacles } = view
  const isOrderable = obstacles.length === 0 && !view.isRestricted
  const next = ({ wide }: { wide: boolean }) =>
    isOrderable ? (
      <ButtonLink to={view.visitPath} wide={wide}>
        {t('cart:chooseVisit')}
      </ButtonLink>
    ) : (
      <ButtonLink
        look="quiet"
        icon="triangle-alert"
        to={`#${OBSTACLES}`}
        replace
        wide={wide}
        // Following a link to a part of the page, the router scrolls there and leaves the focus behind.
        onClick={() => document.getElementById(OBSTACLES)?.focus()}
      >
        {t('cart:notOrderable.count', { count: countObstacles(view) })}
      </ButtonLink>
    )
  return (
    <CheckoutFrame
      title={t('cart:title')}
      step="cart"
      summary={summary}
      next={isOrderable || obstacles.length > 0 ? next : undefined}
    >
      <header className={styles.head}>
        <h1>{t('cart:title')}</h1>
        <p className="muted">
          {t('shell.tests', { count: patients.reduce((count, { lines }) => count + lines.length, 0) })},{' '}
          {t('cart:patients', { count: patients.length })}
        </p>
      </header>
      <CartNotice notice={notice} undoable={view.undoable} />
      {view.isRestricted && (
        <Notice tone="warn" title={t('order.problem.processing_restricted')}>
          <Link className="hit" to={pathOf('dataRequests')}>
            {t('account.rights.title')}
          </Link>
        </Notice>
      )}
      {obstacles.length > 0 && (
        <div id={OBSTACLES} tabIndex={-1}>
          <CartObstacles view={view} />
        </div>
      )}
      {patients.map((patient) => (
        <PatientCard key={patient.patientId} patient={patient} />
      ))}
      <div className={styles.foot}>
        <ResetCart asked={asksReset} />
        <ButtonLink look="quiet" to={pathOf('search')}>
          {t('cart:addMore')}
        </ButtonLink>
      </div>
    </CheckoutFrame>
  )
}

const NOTICES = [
  'added',
  'removed',
  'restored',
  'changed',
  'overtaken',
  'decided',
  'reordered',
  'reorderedWithout',
  'reorderedPartly',
] as const
type CartNoticeKind = (typeof NOTICES)[number]

/** They report what was not done, or not in full. */
const WARNINGS: ReadonlySet<CartNoticeKind> = new Set([
  'changed',
  'overtaken',
  'reorderedWithout',
  'reorderedPartly',
])

/** Notices of actions that can happen anywhere on the page, which keeps its scroll position. */
const IN_PLACE: ReadonlySet<CartNoticeKind> = new Set([
  'removed',
  'restored',
  'decided',
  'changed',
  'overtaken',
])

/** The notice named in the address. */
function noticeOf(query: URLSearchParams): CartNoticeKind | null {
  return NOTICES.find((notice) => notice === query.get('notice')) ?? null
}

function noticeKey(notice: CartNoticeKind) {
  if (notice === 'added') return 'messages:analysisAddedToCart'
  return notice === 'overtaken' ? 'order.problem.stale_write' : (`cart:notice.${notice}` as const)
}

/**
 * Takes the notice out of the address, since a reload or a bookmark must not repeat it. The open page keeps it, even if
 * it loads its data again by itself.
 */
function usePassingNotice(notice: CartNoticeKind | null): CartNoticeKind | null {
  const { key, search } = useLocation()
  const navigate = useNavigate()
  const [kept, keep] = useState({ key, notice })
  if (notice && (kept.key !== key || kept.notice !== notice)) keep({ key, notice })
  useEffect(() => {
    if (!new URLSearchParams(search).has('notice')) return
    navigate(pathOf('cart'), { replace: true, preventScrollReset: true, defaultShouldRevalidate: false })
  }, [search, navigate])
  return notice ?? (kept.key === key ? kept.notice : null)
}

/** Says what has just happened to the cart; a removal can be undone. */
function CartNotice({ notice, undoable }: { notice: CartNoticeKind | null; undoable: boolean }) {
  const { t } = useTexts()
  const { key } = useLocation()
  const undo = useRef<HTMLFormElement>(null)
  // The clicked button was removed with its line, and the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each removal
  useEffect(() => {
    if (document.activeElement !== document.body) return
    undo.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [key])
  if (!notice) return null
  return (
    <Notice
      tone={WARNINGS.has(notice) ? 'warn' : 'ok'}
      role="status"
      title={t(noticeKey(notice))}
      floats={IN_PLACE.has(notice)}
    >
      {notice === 'removed' && undoable && (
        <Form ref={undo} method="post" action={pathOf('cart')} preventScrollReset>
          <SubmitButton look="link" name="intent" value="undo">
            {t('cart:undo')}
          </SubmitButton>
        </Form>
      )}
    </Notice>
  )
}

/** Asks for confirmation before emptying the cart: the question is a state of the page with its own address. */
function ResetCart({ asked }: { asked: boolean }) {
  const { t } = useTexts()
  if (!asked) {
    return (
      <ButtonLink look="plain" icon="trash-2" to="?ask=reset" replace preventScrollReset>
        {t('cart:reset.ask')}
      </ButtonLink>
    )
  }
  return (
    <Form method="post" action={pathOf('cart')}>
      <fieldset className={styles.ask} aria-labelledby="reset-question">
        <p id="reset-question">
          <b>{t('cart:reset.question')}</b>
        </p>
        <SubmitButton look="danger" name="intent" value="resetCart" autoFocus>
          {t('cart:reset.yes')}
        </SubmitButton>
        <ButtonLink look="quiet" to={pathOf('cart')} replace preventScrollReset>
          {t('forms.keep')}
        </ButtonLink>
      </fieldset>
    </Form>
  )
}
