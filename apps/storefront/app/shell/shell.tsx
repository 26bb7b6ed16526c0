import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NAVIGATION } from '../platform/navigation/navigation.ts'
import type { ShellData } from '../platform/shell-data.ts'
import { CookieBanner } from './cookie-banner.tsx'
import { Footer } from './footer.tsx'
import { SearchEngineLinks } from './head-links.tsx'
import { LaboratoryDialog } from './laboratory-dialog.tsx'
import { LostAnswerNotice } from './lost-answer-notice.tsx'
import { ModalScreen } from './modal-screen.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { PrefetchedLinks } from './prefetched-links.tsx'
import styles from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import type { CurrentScreen } from './use-current-screen.ts'
import { useFreshShell } from './use-fresh-shell.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { usePagePicture } from './use-page-picture.ts'
import { WaitingOrderBar } from './waiting-order-bar.tsx'

interface ShellProps {
  data: ShellData | undefined
  screen: CurrentScreen
  children: ReactNode
}

/** What stands around every page, the error pages included. */
export function Shell({ data, screen, children }: ShellProps) {
  const { t } = useTranslation()
  useFreshShell(data)
  usePagePicture(screen.isModal)
  useHeadingFocus()
  const isWithoutLaboratory =
    screen.key === 'laboratory' || (screen.key && NAVIGATION[screen.key].ordersNothing)
  const laboratories = isWithoutLaboratory ? null : data?.laboratories
  return (
    <>
      {data && <SearchEngineLinks data={data} screen={screen} />}
      <div className={styles.shell} inert={Boolean(laboratories)}>
        <a className="skip" href="#main">
          {t('shell.skip')}
        </a>
        <TopBar data={data} screen={screen} />
        {data?.waitingOrder && <WaitingOrderBar order={data.waitingOrder} screen={screen} />}
        {screen.isModal ? (
          <ModalScreen>{children}</ModalScreen>
        ) : (
          <main className={styles.main} id="main" tabIndex={-1}>
            {children}
          </main>
        )}
        <Footer />
        {!screen.isModal && <PhoneBar count={data?.cart?.count} />}
      </div>
      {laboratories && <LaboratoryDialog laboratories={laboratories} address={screen.address} />}
      {data && !data.cookieAccepted && <CookieBanner address={screen.address} />}
      <LostAnswerNotice />
      <PrefetchedLinks />
    </>
  )
}
