import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { LANGUAGE_NAMES } from '../platform/texts/language-names.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { Tag } from '../ui/tag.tsx'
import { CopyLinkButton } from './copy-link-button.tsx'
import { PassOnButton } from './pass-on-button.tsx'
import styles from './share.module.css'
import type { NewShareView, SharePageView, ShareView } from './share-view.server.ts'

const DAYS = [1, 7, 30]

interface SharePageProps {
  view: SharePageView
  /** Just made. */
  fresh: NewShareView | null
}

/** Links by which a doctor reads a patient's results, and who opened them. */
export function SharePage({ view, fresh }: SharePageProps) {
  const { t } = useTranslation()
  const { patientName, base, shares } = view
  return (
    <div className="stack stack-l">
      <PageHead
        above={<Link to={base}>{patientName}</Link>}
        title={t('results.share.title')}
        lead={t('results.share.lead')}
      />
      {fresh ? <FreshShare share={fresh} /> : <NewShareForm />}
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
    </div>
  )
}

function NewShareForm() {
  const { t, i18n } = useTranslation()
  return (
    <Form method="post" className={styles.form}>
      <RadioGroup
        legend={t('results.share.days')}
        name="days"
        defaultValue="7"
        inline
        options={DAYS.map((days) => ({
          value: String(days),
          title: t('results.share.forDays', { count: days }),
        }))}
      />
      <RadioGroup
        legend={t('results.share.language')}
        name="language"
        defaultValue={i18n.language}
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

function FreshShare({ share }: { share: NewShareView }) {
  const { t } = useTranslation()
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
        <PassOnButton link={share.address} {...share.forDoctor} />
        <CopyLinkButton link={share.address} />
      </div>
      <ShareCode share={share} />
      <p>{t('results.share.until', { date: share.expires })}</p>
    </Notice>
  )
}

/** The link for the camera of the doctor, who reads about it in a language of his or her own. */
function ShareCode({ share: { qr, forDoctor } }: { share: NewShareView }) {
  const { t, i18n } = useTranslation()
  const { language, text } = forDoctor
  return (
    <figure className={styles.code}>
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={t('results.share.qr')}>
        <path d={qr.path} />
      </svg>
      <figcaption>
        <p lang={language}>{text}</p>
        {language !== i18n.language && <p className="small">{t('results.share.qrText')}</p>}
      </figcaption>
    </figure>
  )
}

const TONES = { open: 'ok', expired: 'wait', revoked: 'wait', locked: 'warn' } as const

function ShareCard({ share }: { share: ShareView }) {
  const { t } = useTranslation()
  const { id, state, created, expires, views } = share
  return (
    <Card as="li">
      <div className={styles.head}>
        <h3>{t('results.share.linkOf', { date: created })}</h3>
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
            // biome-ignore lint/suspicious/noArrayIndexKey: a log, two tries may fall on one minute
            <li key={`${at} ${index}`}>
              {at} · {t(pinWasRight ? 'results.share.opened' : 'results.share.wrongPin')}
            </li>
          ))}
        </ul>
      )}
      {state === 'open' && (
        <Form method="post">
          <input type="hidden" name="shareId" value={id} />
          <SubmitButton look="quiet" size="s" name="intent" value="closeShare" icon="x">
            {t('results.share.close')}
          </SubmitButton>
        </Form>
      )}
    </Card>
  )
}
