import type { Metadata } from 'next'
import Link from 'next/link'
import { PageHeader } from '@/components/shell/page-header'
import { TRASH_PAGE } from '@/components/shell/places'
import { trashMs } from '@/lib/services/forget/forget-places'
import { undoWords } from '../components/ui/words/words'

const TITLE = 'Page not found'
export const metadata: Metadata = { title: TITLE }

export default function NotFound() {
  return (
    <>
      <PageHeader title={TITLE} />
      <div className="mx-auto flex w-full max-w-lg flex-1 flex-col justify-center gap-3 px-4">
        <p className="text-base text-ink-soft">
          This page or conversation does not exist. A deleted conversation stays in the{' '}
          <Link href={TRASH_PAGE} className="font-medium text-accent hover:underline">
            trash
          </Link>{' '}
          for {undoWords(trashMs())}.
        </p>
        <p>
          <Link
            href="/"
            className="inline-flex h-9 items-center rounded-md bg-accent px-3.5 font-medium text-on-accent hover:bg-accent-strong"
          >
            New conversation
          </Link>
        </p>
      </div>
    </>
  )
}
