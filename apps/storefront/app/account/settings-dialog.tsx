import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { type SettingsModal, type SettingsView, settingsPath } from './settings-view.ts'

interface SettingsDialogProps {
  modal: SettingsModal
  view: SettingsView
  title: string
  children: ReactNode
}

/** A modal of the settings page. Opening and closing are navigations: what it told before is forgotten. */
export function SettingsDialog({ modal, view, title, children }: SettingsDialogProps) {
  const navigate = useNavigate()
  const isOpen = view.modal === modal
  const close = () => navigate(settingsPath({}), { replace: true, preventScrollReset: true })
  return (
    <Dialog open={isOpen} title={title} onClose={close}>
      {isOpen && children}
    </Dialog>
  )
}

/** Leaves the modal; a link, so that it works without scripts. */
export function CancelLink() {
  const { t } = useTexts()
  return (
    <ButtonLink look="quiet" to={settingsPath({})} replace preventScrollReset>
      {t('forms.cancel')}
    </ButtonLink>
  )
}
