import { Form } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Notice } from '../ui/notice.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { CopyLinkButton } from './copy-link-button.tsx'
import styles from './share.module.css'
import type { NewHealthLinkView } from './share.server.ts'

/** The second way to pass on results, for systems instead of people; folded, since hardly anyone needs it. */
export function HealthLinkForm() {
  const { t } = useTexts()
  return (
    <details className={styles.system}>
      <summary>{t('results.share.healthLink.title')}</summary>
      <Form method="post" className={styles.form}>
        <p className="small">{t('results.share.healthLink.what')}</p>
        <SubmitButton look="quiet" name="intent" value="makeHealthLink">
          {t('results.share.healthLink.make')}
        </SubmitButton>
      </Form>
    </details>
  )
}

/** A link that was just made: the link and its PIN are shown only this once. */
export function FreshHealthLink({ made }: { made: NewHealthLinkView }) {
  const { t } = useTexts()
  const { healthLink, pin, expires, qr } = made
  return (
    <Notice tone="ok" role="status" title={t('results.share.healthLink.made')}>
      <p>{t('results.share.healthLink.how')}</p>
      <dl className={styles.fresh}>
        <div>
          <dt>{t('results.share.pin')}</dt>
          <dd className={styles.pin}>{pin}</dd>
        </div>
        <div>
          <dt>SMART Health Link</dt>
          <dd>
            <code className={styles.longLink}>{healthLink}</code>
          </dd>
        </div>
      </dl>
      <CopyLinkButton link={healthLink} />
      <svg
        className={styles.largeCode}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label={t('results.share.healthLink.qr')}
      >
        <path d={qr.path} />
      </svg>
      <p>{t('results.share.until', { date: expires })}</p>
    </Notice>
  )
}
