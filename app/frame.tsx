import type { ReactNode } from 'react'
import type { Preferences } from '@/components/shell/preferences'
import { Shell } from '@/components/shell/shell'
import { MemoryOnlyBanner } from '@/components/shell/storage-banners'
import { storageOf } from '@/lib/db/engine/storage/storage'
import { service } from '@/lib/services/service'
import { storageFailure } from '@/lib/shared/storage-failure'
import { loadShell } from './loaders'
import { session } from './session'
import { storagePage } from './unavailable'

type Props = { children: ReactNode; preferences: Preferences }

const known = storagePage(async ({ children, preferences }: Props) => (
  <Shell data={await loadShell()} preferences={preferences}>
    {children}
  </Shell>
))

/**
 * The frame around every page. Without a session (the access page) only the page, and that nothing is kept.
 */
export async function frame(props: Props): Promise<ReactNode> {
  const isKnown = await session().then(
    () => true,
    (error: unknown) => storageFailure(error) !== null,
  )
  if (isKnown) return known(props)
  const { memoryOnly } = storageOf((await service()).db)
  return (
    <>
      <MemoryOnlyBanner reason={memoryOnly && ''} />
      {props.children}
    </>
  )
}
