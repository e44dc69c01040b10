'use client'
import { Download, FileDown, NotebookText } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useRef } from 'react'
import { useFileDrop } from '@/components/chat/composer/files/use-file-drop'
import { limits } from '@/lib/shared/limits'
import { PRODUCTS } from '@/lib/shared/transfer/transfer'
import { PageHeader } from '../shell/page-header'
import { Button } from '../ui/button'
import { cn } from '../ui/cn'
import { useFormat } from '../ui/words/use-format'
import { downloadEverything, downloadNotes } from './download'
import { ImportRow } from './import-row'
import { ImportedWorkPart } from './imported-work-part'
import { PastImports } from './past-imports'
import { imports, useImports } from './queue/import-queue'

const { chatgpt: _, claude: _claude, ...others } = PRODUCTS
const HOW_TO: { name: string; how: string }[] = [
  {
    name: 'ChatGPT',
    how: 'Settings → Data controls → Export data. Use the download link in the email. Choose the ZIP file or the conversations.json inside it.',
  },
  {
    name: 'Claude',
    how: 'Settings → Privacy → Export data. Use the download link in the email. Choose the ZIP file or the conversations.json inside it.',
  },
  {
    name: 'Other programs',
    how: `${Object.values(others).join(', ')}: the file that the program exports, or a ZIP of several.`,
  },
  {
    name: 'Mneme',
    how: 'The file from “Export everything” below, or from “Export” in a conversation’s menu.',
  },
  { name: 'Lessons', how: 'The file from “Share…” on the Lessons page of another Mneme server.' },
  {
    name: 'Anything else',
    how: 'A JSON list of messages, each with a speaker (or role) and a text (or content).',
  },
]

export function TransferPage() {
  const items = useImports()
  return (
    <>
      <PageHeader title="Import and export" />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-10 px-4 pt-5 pb-16 max-sm:px-3">
          <Part title="Import your history" note="Imported conversations become part of your memory.">
            <DropZone small={items.length > 0} />
            {items.length > 0 && (
              <ul aria-label="Imports" className="flex flex-col gap-3">
                {items.map((item) => (
                  <ImportRow key={item.id} item={item} />
                ))}
              </ul>
            )}
            <ImportedWorkPart work="summaries" />
            <ImportedWorkPart
              work="facts"
              next={
                <Link href="/facts" className="font-medium text-accent hover:underline">
                  Review what was found
                </Link>
              }
            />
            <PastImports />
            <details>
              <summary className="w-fit cursor-pointer rounded-sm font-medium hover:text-accent">
                Where to get such files
              </summary>
              <dl className="mt-3 flex flex-col gap-3">
                {HOW_TO.map(({ name, how }) => (
                  <div key={name} className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
                    <dt className="font-medium">{name}</dt>
                    <dd className="text-ink-soft">{how}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </Part>
          <Part
            title="Export"
            note="All conversations and settings without API keys: one file that any Mneme can import, or linked notes."
          >
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button onClick={downloadEverything}>
                <Download aria-hidden className="size-4" /> Export everything
              </Button>
              <Button onClick={downloadNotes}>
                <NotebookText aria-hidden className="size-4" /> Export as Markdown
              </Button>
            </div>
          </Part>
        </div>
      </div>
    </>
  )
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-5">
      <div className="border-line border-b pb-3">
        <h2 className="font-medium text-base">{title}</h2>
        <p className="mt-1 text-ink-soft">{note}</p>
      </div>
      {children}
    </section>
  )
}

/** Where files are dropped or chosen. A drop counts anywhere on the page. */
function DropZone({ small }: { small: boolean }) {
  const files = useRef<HTMLInputElement>(null)
  const format = useFormat()
  const add = (chosen: File[]) => imports.add(chosen)
  const dropping = useFileDrop(add)
  return (
    <div
      className={cn(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 text-center transition-colors duration-150',
        small ? 'py-5' : 'py-10',
        dropping ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      {!small && (
        <FileDown aria-hidden className={cn('size-7', dropping ? 'text-accent' : 'text-ink-faint')} />
      )}
      <p className="text-base">{dropping ? 'Drop to import' : 'Drop export files here'}</p>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label="Files to import"
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <Button look="primary" onClick={() => files.current?.click()}>
        Choose files
      </Button>
      <p className="text-ink-soft">Up to {format.bytes(limits.upload.importBytes)}</p>
    </div>
  )
}
