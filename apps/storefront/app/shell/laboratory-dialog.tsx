import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { LaboratoryOption } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import styles from './laboratory-dialog.module.css'
import { LaboratoryForm } from './laboratory-form.tsx'
import { LocaleChoice } from './locale-choice.tsx'

interface LaboratoryDialogProps {
  laboratories: readonly LaboratoryOption[]
  /** The page below, to return to. */
  address: string
}

/**
 * The question for a laboratory, over any page while none is chosen. It is served open and cannot be closed. The
 * page below is inert, so the choice of language is repeated here, before anything else. No script opens it:
 * `showModal` would let Esc close it, and would not work without scripts.
 */
export function LaboratoryDialog({ laboratories, address }: LaboratoryDialogProps) {
  const { t } = useTexts()
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => ref.current?.focus(), [])
  const asPage = `${pathOf('laboratory')}?${new URLSearchParams({ pathnameToReturn: address })}`
  return (
    <>
      <div className={styles.scrim} />
      <dialog
        ref={ref}
        open
        className={styles.dialog}
        aria-modal="true"
        aria-labelledby="laboratory-title"
        tabIndex={-1}
        data-laboratory-dialog
      >
        <div className={styles.languages}>
          <LocaleChoice address={address} />
        </div>
        <h1 id="laboratory-title" className={styles.title}>
          {t('messages:selectLab')}
        </h1>
        <p className="small muted">{t('shell.lab.lead')}</p>
        <div className={styles.body}>
          <LaboratoryForm
            laboratories={laboratories}
            question={{ fromOrder: false, kind: undefined, pathnameToReturn: address }}
            // The page is cached, so what is open now and how far it is would be the same for everyone.
            cards={() => (
              <Link className="hit" to={asPage}>
                {t('shell.lab.places')}
              </Link>
            )}
          />
        </div>
      </dialog>
    </>
  )
}
