import { useTranslation } from 'react-i18next'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { usePartner } from '../platform/texts/page-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SupportForm } from './support-form.tsx'
import styles from './support-page.module.css'

interface SupportPageProps {
  initial: Record<string, string>
  reference: string | null
  failure: FormFailure | undefined
}

export function SupportPage({ initial, reference, failure }: SupportPageProps) {
  const { t } = useTranslation()
  return (
    <div>
      <PageHead title={t('documents.support.title')} lead={t('documents.support.lead')} />
      <div className={styles.columns}>
        <section aria-labelledby="write">
          <SectionHead id="write" title={t('documents.support.write')} />
          {reference && !failure ? (
            <Sent reference={reference} />
          ) : (
            <SupportForm initial={initial} failure={failure} />
          )}
        </section>
        <Contacts />
      </div>
    </div>
  )
}

function Sent({ reference }: { reference: string }) {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <Notice tone="ok" role="status" title={t('documents.support.sent')}>
        <p>
          {t('documents.support.reference')} <b className={styles.reference}>{reference}</b>
        </p>
        <p>{t('documents.support.copy')}</p>
      </Notice>
      <ButtonLink look="quiet" to="/support">
        {t('documents.support.another')}
      </ButtonLink>
    </div>
  )
}

/** How else the laboratory can be reached. */
function Contacts() {
  const { t } = useTranslation()
  const partner = usePartner()
  const phone = partner.t('phone')
  const email = partner.t('email')
  return (
    <Card as="aside" aria-labelledby="contacts">
      <SectionHead id="contacts" title={t('documents.support.contacts')} bare />
      <Facts
        facts={[
          {
            icon: 'phone',
            term: t('documents.support.phone'),
            value: <PhoneLink phone={phone} />,
          },
          {
            icon: 'mail',
            term: t('forms.person.email'),
            value: (
              <a className="hit" href={`mailto:${email}`}>
                {email}
              </a>
            ),
          },
          { icon: 'clock', term: t('documents.support.hours'), value: partner.t('supportHours') },
          { icon: 'house', term: partner.t('company'), value: partner.t('address') },
        ]}
      />
      <p className={styles.emergency}>{t('documents.support.emergency')}</p>
    </Card>
  )
}
