import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { settingsPath } from './settings-view.ts'

/** The rights over one's data: to have it, to ask about it, and to have it erased. */
export function PersonalDataCard() {
  const { t } = useTexts()
  return (
    <Card as="section" aria-labelledby="data" stacked>
      <SectionHead id="data" title={t('account.settings.dataTitle')} bare />
      <p className="muted">{t('account.settings.dataText')}</p>
      <DownloadLink />
      <p>
        <Link className="hit" to={pathOf('documents')}>
          {t('account.settings.documents')}
        </Link>
      </p>
      <p>
        <Link className="hit" to={pathOf('dataViews')}>
          {t('account.dataViews.title')}
        </Link>
      </p>
      <p>
        <Link className="hit" to={pathOf('dataRequests')}>
          {t('account.rights.link')}
        </Link>
      </p>
      <h3>{t('account.settings.eraseTitle')}</h3>
      <p className="muted">{t('account.settings.eraseText')}</p>
      <ButtonLink
        look="danger"
        icon="trash-2"
        to={settingsPath({ modal: 'eraseAccount' })}
        preventScrollReset
      >
        {t('account.settings.erase')}
      </ButtonLink>
    </Card>
  )
}

/** A file, so no link of the router. No `download`: the page that asks for the password first would be saved as the file. */
export function DownloadLink() {
  const { t } = useTexts()
  return (
    <a className={buttonClass({ look: 'quiet' })} href={pathOf('myData')}>
      <Icon name="download" />
      {t('account.settings.download')}
    </a>
  )
}
