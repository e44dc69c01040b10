'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { TrashedDto } from '@/lib/shared/memory/forget'
import { UNTITLED } from '@/lib/shared/untitled'
import { PageHeader } from '../shell/page-header'
import { TRASH_PAGE } from '../shell/places'
import { Button } from '../ui/button'
import { RelativeTime } from '../ui/words/relative-time'
import { useFormat } from '../ui/words/use-format'
import { leftWords, useRestore } from './use-restore'

/** At the address of a conversation that is in the trash: restores it there. */
export function TrashedConversation({ entry }: { entry: TrashedDto }) {
  const restore = useRestore()
  const router = useRouter()
  const format = useFormat()
  return (
    <>
      <PageHeader title="This conversation is in the trash" />
      <div className="mx-auto flex w-full max-w-lg flex-1 flex-col justify-center gap-3 px-4">
        <p className="text-base text-ink-soft">
          <span className="break-words font-medium text-ink">“{entry.title || UNTITLED}”</span> was deleted{' '}
          <RelativeTime at={entry.deletedAt} />. It is hidden everywhere and never recalled;{' '}
          {leftWords(entry, format)} to restore it.
        </p>
        <p className="flex items-center gap-4">
          <Button look="primary" onClick={async () => void ((await restore(entry)) && router.refresh())}>
            Restore
          </Button>
          <Link href={TRASH_PAGE} className="py-0.5 font-medium text-accent hover:underline">
            Open the trash
          </Link>
        </p>
      </div>
    </>
  )
}
