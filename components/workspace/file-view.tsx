'use client'
import { ArrowLeft, Code, Download, Eraser, FileDiff, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { CodeBlock } from '@/components/ui/markdown/code-block'
import { Markdown } from '@/components/ui/markdown/markdown'
import type { FileVersionDto, WorkspaceFileDto } from '@/lib/shared/dto'
import { forgetFile } from '../forget/say-forgotten'
import { Button } from '../ui/button'
import { ErrorNote } from '../ui/error-note'
import { IconButton } from '../ui/icon-button'
import { saveFile } from '../ui/save-file'
import { Select } from '../ui/select'
import { SkeletonText } from '../ui/skeleton'
import { useFormat } from '../ui/words/use-format'
import { server } from './actions'
import { FileChanges } from './file-changes'
import { useBringBack } from './use-bring-back'

const OPS: Record<string, string> = {
  write: 'written',
  edit: 'edited',
  upload: 'uploaded',
  delete: 'deleted',
}
const languageOf = (path: string) => /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase() ?? ''

type Props = {
  conversationId: string
  file: WorkspaceFileDto
  onBack: () => void
  onChanged: () => void
}

export function FileView({ conversationId, file, onBack, onChanged }: Props) {
  const format = useFormat()
  const versions = useLoaded(`${file.path} ${file.hash}`, () =>
    server.fileVersions({ conversationId, path: file.path }),
  )
  const kept = (versions.value ?? [])
    .filter((entry) => entry.op !== 'delete')
    .sort((a, b) => a.version - b.version)
  const [version, setVersion] = useState<number | null>(null)
  const [base, setBase] = useState<number | null>(null)
  const [changes, setChanges] = useState(false)
  const [source, setSource] = useState(false)
  const isMarkdown = /\.(md|markdown)$/i.test(file.path)
  const { busy, bringBack } = useBringBack(conversationId)
  const at = version ?? file.version
  const shown = kept.find((entry) => entry.version === at)
  const hash = shown?.hash ?? file.hash
  const content = useLoaded(hash, () => server.readWorkspaceFile({ conversationId, hash }))
  const from =
    kept.find((entry) => entry.version === base && base !== at) ??
    kept.findLast((entry) => entry.version < at)
  const onForgotten = () => {
    onBack()
    onChanged()
  }
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="flex items-center gap-1">
        <IconButton icon={<ArrowLeft />} label="Back to the files" small onClick={onBack} />
        <h2 className="min-w-0 flex-1 truncate font-medium font-mono text-xs">{file.path}</h2>
        <span className="text-ink-faint text-xs tabular">{format.bytes(shown?.bytes ?? file.bytes)}</span>
        {isMarkdown && (
          <IconButton
            icon={<Code className={source ? 'text-accent' : ''} />}
            label={source ? 'Show formatted' : 'Show the source'}
            small
            aria-pressed={source}
            onClick={() => setSource(!source)}
          />
        )}
        <IconButton
          icon={<Download />}
          label="Download"
          small
          disabled={!content.value}
          onClick={() =>
            content.value && saveFile(file.path.split('/').at(-1) ?? 'file.txt', content.value.text)
          }
        />
        <IconButton
          icon={<Eraser />}
          label="Forget every version of this file"
          small
          onClick={() => void forgetFile({ conversationId, path: file.path }, onForgotten, onChanged)}
        />
      </div>
      {kept.length > 1 && (
        <div className="flex flex-wrap items-center gap-2">
          <Select
            label="Version"
            value={String(at)}
            onChange={(next) => setVersion(Number(next))}
            options={optionsOf(kept)}
          />
          <Button
            size="sm"
            className="h-9 px-2 pointer-coarse:h-11"
            aria-pressed={changes}
            disabled={!from}
            onClick={() => setChanges(!changes)}
          >
            <FileDiff aria-hidden className={changes ? 'size-4 text-accent' : 'size-4'} /> Changes
          </Button>
          {shown && shown.hash !== file.hash && (
            <Button
              size="sm"
              className="h-9 px-2 pointer-coarse:h-11"
              disabled={busy !== null}
              onClick={() => void bringBack({ ...shown, path: file.path })}
            >
              <Undo2 aria-hidden className="size-4" /> Restore
            </Button>
          )}
          {changes && from && kept.length > 2 && (
            <Select
              label="Compared with"
              value={String(from.version)}
              onChange={(next) => setBase(Number(next))}
              options={optionsOf(
                kept.filter((entry) => entry !== shown),
                'since version',
              )}
            />
          )}
        </div>
      )}
      {content.error && <ErrorNote error={content.error} onRetry={content.reload} />}
      {changes && from && shown ? (
        <FileChanges conversationId={conversationId} from={from} to={shown} />
      ) : content.value ? (
        isMarkdown && !source ? (
          <Markdown text={content.value.text} small />
        ) : (
          <CodeBlock code={content.value.text} language={languageOf(file.path)} />
        )
      ) : (
        !content.error && <SkeletonText lines={8} />
      )}
    </div>
  )
}

/** Newest first. */
const optionsOf = (versions: FileVersionDto[], word = 'Version') =>
  versions.toReversed().map((entry) => ({
    value: String(entry.version),
    label: `${word} ${entry.version}, ${OPS[entry.op] ?? entry.op} in message ${entry.turnNumber}`,
  }))
