import { useEffect } from 'react'
import { matchPath, useNavigation } from 'react-router'
import { NAVIGATION } from '../platform/navigation/navigation.ts'
import { keepSnapshot } from './page-snapshot.ts'

const MODALS = Object.values(NAVIGATION).filter(({ layout }) => layout === 'modal')

/** Keeps a picture of the page when a dialog is about to come over it. */
export function usePagePicture(isModal: boolean): void {
  const next = useNavigation().location?.pathname
  useEffect(() => {
    if (!isModal && next && MODALS.some(({ path }) => matchPath(path, next))) keepSnapshot()
  }, [isModal, next])
}
