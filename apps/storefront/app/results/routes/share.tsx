import { SHARE_DAYS } from '@shop/domain/share'
import { useEffect, useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import type { FormFailure } from '../../platform/forms/form-failure.ts'
import { ProvenNotice } from '../../platform/forms/proven-notice.tsx'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { LANGUAGE_NAMES } from '../../platform/texts/language-names.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { Tag } from '../../ui/tag.tsx'
import { CopyLinkButton } from '../copy-link-button.tsx'
import { FreshHealthLink, HealthLinkForm } from '../health-link.tsx'
import styles from '../share.module.css'
import {
  changeShare,
  loadShare,
  type NewHealthLinkView,
  type NewShareView,
  type SharePageView,
  type ShareView,
} from '../share.server.ts'
import type { Route } from './+types/share'

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return { ...(await loadShare(shop, params)), isClosed: url.searchParams.has('closed') }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return changeShare(shop, params, await readForm(shop, request))
}

export default function Share({ loaderData, actionData }: Route.ComponentProps) {
  if (!actionData) return <SharePage view={loaderData} isClosed={loaderData.isClosed} />
  if ('areCodesEnded' in actionData) return <SharePage view={loaderData} areCodesEnded />
  const isMade = 'address' in actionData || 'healthLink' in actionData
  return <SharePage view={loaderData} {...(isMade ? { fresh: actionData } : { failure: actionData })} />
}

interface SharePageProps {
  view: SharePageView
  /** The link that was just made. */
  fresh?: NewShareView | NewHealthLinkView
  failure?: FormFailure
  areCodesEnded?: boolean
  /** A link was just closed. */
  isClosed?: boolean
}

/** Links by which a doctor reads a patient's results, and who opened them. */
function SharePage({ view, fresh, failure, areCodesEnded = false, isClosed = false }: SharePageProps) {
  const { t } = useTexts()
  const { patientName, base, shares, papers } = view
  return (
    <div className="stack stack-l">
      <PageHead
        above={<Link to={base}>{patientName}</Link>}
        title={t('results.share.send')}
        lead={t('results.share.lead')}
      />
      <ProvenNotice />
      <FormErrors failure={failure} />
      {fresh ? <Fresh made={fresh} /> : <NewShareForm />}
      {!fresh && <HealthLinkForm />}
      {isClosed && <Notice tone="ok" role="status" title={t('results.share.closed')} />}
      {shares.length > 0 && (
        <section aria-labelledby="links">
          <SectionHead id="links" title={t('results.share.links')} />
          <ul className={styles.shares}>
            {shares.map((share) => (
              <ShareCard key={share.id} share={share} />
            ))}
          </ul>
        </section>
      )}
      {areCodesEnded && (
        <Notice tone="ok" role="status" title={t('results.share.paper.ended')}>
          <p>{t('results.share.paper.endedText')}</p>
        </Notice>
      )}
      {papers.length > 0 && <Papers papers={papers} />}
    </div>
  )
}

/** Printed reports whose codes still work; the codes can only be ended all together. */
function Papers({ papers }: Pick<SharePageView, 'papers'>) {
  const { t } = useTexts()
  return (
    <section aria-labelledby="papers">
      <SectionHead id="papers" title={t('results.share.paper.title')} />
      <p className="small muted">{t('results.share.paper.what')}</p>
      <ul className={styles.views}>
        {papers.map(({ key, issued, expires }) => (
          <li key={key}>{t('results.share.paper.issued', { date: issued, expires })}</li>
        ))}
      </ul>
      <Form method="post">
        <SubmitButton look="quiet" size="s" name="intent" value="endCodes" icon="x">
          {t('results.share.paper.end')}
        </SubmitButton>
      </Form>
    </section>
  )
}

function NewShareForm() {
  const { t, language } = useTexts()
  return (
    <Form method="post" className={styles.form}>
      <RadioGroup
        legend={t('results.share.days')}
        name="days"
        defaultValue="7"
        inline
        options={SHARE_DAYS.map((days) => ({
          value: String(days),
          title: t('patients.age.days', { count: days }),
        }))}
      />
      <RadioGroup
        legend={t('results.share.language')}
        name="language"
        defaultValue={language}
        inline
        options={Object.entries(LANGUAGE_NAMES).map(([value, name]) => ({
          value,
          title: <span lang={value}>{name}</span>,
        }))}
      />
      <p className="small muted">{t('results.share.what')}</p>
      <SubmitButton name="intent" value="makeShare" icon="share-2">
        {t('results.share.make')}
      </SubmitButton>
    </Form>
  )
}

/** Takes the form's place and is shown only once; scrolls to its top, since the button was further down. */
function Fresh({ made }: { made: NewShareView | NewHealthLinkView }) {
  const ref = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each new link
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'start' })
    ref.current?.focus({ preventScroll: true })
  }, [made])
  return (
    <div ref={ref} tabIndex={-1}>
      {'address' in made ? <FreshShare share={made} /> : <FreshHealthLink made={made} />}
    </div>
  )
}

function FreshShare({ share }: { share: NewShareView }) {
  const { t } = useTexts()
  return (
    <Notice tone="ok" role="status" title={t('results.share.made')}>
      <p>{t('results.share.twoWays')}</p>
      <dl className={styles.fresh}>
        <div>
          <dt>{t('results.share.address')}</dt>
          <dd>
            <code>{share.address}</code>
          </dd>
        </div>
        <div>
          <dt>{t('results.share.pin')}</dt>
          <dd className={styles.pin}>{share.pin}</dd>
        </div>
      </dl>
      <div className="row row-wrap needs-scripts">
        <PassOnButton link={share.address} forDoctor={share.forDoctor} />
        <CopyLinkButton link={share.address} />
      </div>
      <ShareCode share={share} />
      <p>{t('results.share.until', { date: share.expires })}</p>
    </Notice>
  )
}

/** The link as a code for the doctor's camera, with a caption in the doctor's language. */
function ShareCode({ share: { qr, forDoctor } }: { share: NewShareView }) {
  const texts = useTexts()
  const { t } = texts
  const { language, scan } = forDoctor
  return (
    <figure className={styles.code}>
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('results.share.qr')}>
        <path d={qr.path} />
      </svg>
      <figcaption>
        <p lang={language}>{scan}</p>
        {language !== texts.language && <p className="small">{t('results.share.qrText')}</p>}
      </figcaption>
    </figure>
  )
}

const TONES = { open: 'ok', expired: 'wait', revoked: 'wait', locked: 'warn' } as const

function ShareCard({ share }: { share: ShareView }) {
  const { t } = useTexts()
  const { id, kind, state, created, expires, views } = share
  const title = kind === 'page' ? 'results.share.linkOf' : 'results.share.healthLink.linkOf'
  return (
    <Card as="li">
      <div className={styles.head}>
        <h3>{t(title, { date: created })}</h3>
        <Tag tone={TONES[state]}>{t(`results.share.state.${state}`)}</Tag>
      </div>
      <p className="small muted">
        {state === 'open' ? t('results.share.until', { date: expires }) : t(`results.share.ended.${state}`)}
      </p>
      {views.length === 0 ? (
        <p className="small">{t('results.share.noViews')}</p>
      ) : (
        <ul className={styles.views}>
          {views.map(({ at, pinWasRight }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a log, two attempts may fall in the same minute
            <li key={`${at} ${index}`}>
              {at} · {t(pinWasRight ? 'results.share.opened' : 'results.share.wrongPin')}
            </li>
          ))}
        </ul>
      )}
      {state === 'open' && (
        <Form method="post" replace preventScrollReset>
          <input type="hidden" name="shareId" value={id} />
          <SubmitButton look="quiet" size="s" name="intent" value="closeShare" icon="x">
            {t('results.share.close')}
          </SubmitButton>
        </Form>
      )}
    </Card>
  )
}

interface PassOnButtonProps {
  link: string
  forDoctor: NewShareView['forDoctor']
}

/** Opens the device's share sheet; where there is none, only copying remains. */
function PassOnButton({ link, forDoctor: { title, text } }: PassOnButtonProps) {
  const { t } = useTexts()
  const [isOffered, setOffered] = useState(false)
  useEffect(() => setOffered(typeof navigator.share === 'function'), [])
  if (!isOffered) return null
  /** A closed sheet means a changed mind: no error is shown. */
  const passOn = () => navigator.share({ title, text, url: link }).catch(() => undefined)
  return (
    <Button size="s" icon="share-2" onClick={passOn}>
      {t('results.share.pass')}
    </Button>
  )
}
