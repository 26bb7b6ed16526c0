import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { SubmitButton } from '../../components/button/submit-button.tsx'
import { Card } from '../../components/card/card.tsx'
import { RadioGroup } from '../../components/choice/radio-group.tsx'
import { Notice } from '../../components/notice/notice.tsx'
import { PageHead } from '../../components/page-head/page-head.tsx'
import { SectionHead } from '../../components/page-head/section-head.tsx'
import { Tag } from '../../components/tag/tag.tsx'
import { CopyLinkButton } from './copy-link-button.tsx'
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
  const { t } = useTranslation()
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
      <CopyLinkButton link={share.address} />
      <p>{t('results.share.until', { date: share.expires })}</p>
    </Notice>
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
