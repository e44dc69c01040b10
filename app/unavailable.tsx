import type { ReactElement } from 'react'
import { ErrorNote } from '@/components/ui/error-note'
import { logger } from '@/lib/services/log'
import type { Failure } from '@/lib/shared/errors'
import { storageFailure } from '@/lib/shared/storage-failure'

/** Shown instead of unreadable data: what is wrong with the disk or database, and what to do. */
export const Unavailable = ({ error }: { error: Pick<Failure, 'message' | 'hint'> }) => (
  <div className="mx-auto flex w-full max-w-lg flex-1 flex-col justify-center gap-4 px-4">
    <h1 className="font-medium text-xl">This page could not be loaded</h1>
    <ErrorNote error={error} />
  </div>
)

/** Replaces a page by the storage failure; other errors, including redirects, pass through. */
export const storagePage =
  <Props,>(page: (props: Props) => Promise<ReactElement>) =>
  async (props: Props): Promise<ReactElement> => {
    try {
      return await page(props)
    } catch (error) {
      const failure = storageFailure(error)
      if (!failure) throw error
      logger().error({ error: String((error as Error).stack) }, 'a page could not be read')
      return <Unavailable error={failure} />
    }
  }
