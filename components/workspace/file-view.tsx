'use client'
import { ArrowLeft, Download } from 'lucide-react'
import { useState } from 'react'
import type { FileVersionDto, WorkspaceFileDto } from '@/lib/shared/dto'
import { Button } from '../ui/button'
import { CodeBlock } from '../ui/code-block'
import { ErrorNote } from '../ui/error-note'
import { IconButton } from '../ui/icon-button'
import { Select } from '../ui/select'
import { SkeletonText } from '../ui/skeleton'
import { useFormat } from '../ui/use-format'
import { fileVersions, readWorkspaceFile } from './actions'
import { useLoaded } from './use-loaded'

const OPS: Record<string, string> = { write: 'written', edit: 'edited', upload: 'uploaded', delete: 'deleted' }
const languageOf = (path: string) => /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase() ?? ''

/** One file of the workspace, in any of its versions. */
export function FileView({ conversationId, file, onBack }: { conversationId: string; file: WorkspaceFileDto; onBack: () => void }) {
  const format = useFormat()
  const versions = useLoaded<FileVersionDto[]>(`${file.path} ${file.hash}`, () => fileVersions(conversationId, file.path))
  const [version, setVersion] = useState<number | null>(null)
  const chosen = versions.value?.find((entry) => entry.version === version)
  const hash = chosen?.hash ?? file.hash
  const content = useLoaded<{ text: string }>(hash, () => readWorkspaceFile(conversationId, hash))
  const options = [...(versions.value ?? [])]
    .filter((entry) => entry.op !== 'delete')
    .sort((a, b) => b.version - a.version)
    .map((entry) => ({ value: String(entry.version), label: `Version ${entry.version}, ${OPS[entry.op] ?? entry.op} in turn ${entry.turnNumber}` }))
  return (
    <div className="flex flex-col gap-3 p-3">
      <div className="flex items-center gap-1">
        <IconButton label="Back to the files" small onClick={onBack}>
          <ArrowLeft />
        </IconButton>
        <h2 className="min-w-0 flex-1 truncate font-medium font-mono text-xs">{file.path}</h2>
        <span className="text-ink-faint text-xs tabular">{format.bytes(chosen?.bytes ?? file.bytes)}</span>
        <IconButton label="Download" small disabled={!content.value} onClick={() => content.value && download(file.path, content.value.text)}>
          <Download />
        </IconButton>
      </div>
      {options.length > 1 && <Select label="Version" value={String(version ?? file.version)} onChange={(next) => setVersion(Number(next))} options={options} />}
      {content.error && (
        <ErrorNote error={content.error}>
          <Button size="sm" onClick={content.reload}>
            Try again
          </Button>
        </ErrorNote>
      )}
      {content.value ? <CodeBlock code={content.value.text} language={languageOf(file.path)} /> : !content.error && <SkeletonText lines={8} />}
    </div>
  )
}

function download(path: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = path.split('/').at(-1) ?? 'file.txt'
  link.click()
  URL.revokeObjectURL(url)
}
