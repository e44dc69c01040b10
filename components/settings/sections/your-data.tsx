'use client'
import { Download, FileDown, Plug, SlidersHorizontal } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { toast } from 'sonner'
import { CONNECTIONS_PAGE, IMPORT_PAGE } from '@/components/shell/places'
import { downloadEverything } from '@/components/transfer/download'
import { Button } from '@/components/ui/button'
import { toastFailure } from '@/components/ui/toast-failure'
import { useFormat } from '@/components/ui/words/use-format'
import { exportSettings, importSettings } from '../actions'
import { Row } from '../fields/row'
import type { Settings } from '../use-settings'

/** Takes conversations and settings in and out. */
export function YourData({ settings }: { settings: Settings }) {
  const router = useRouter()
  return (
    <>
      <Row
        name="Import and export"
        help="Import conversations from ChatGPT, Claude or another Mneme server, or export all of yours as one file."
      >
        <Button onClick={() => router.push(IMPORT_PAGE)}>
          <FileDown aria-hidden className="size-4" /> Import
        </Button>
        <Button onClick={downloadEverything}>
          <Download aria-hidden className="size-4" /> Export everything
        </Button>
      </Row>
      <SettingsFile settings={settings} />
      <Row
        name="Connect another program"
        help="Let Claude Code, Codex, Cursor and others use your memory, each with a token of its own."
      >
        <Button onClick={() => router.push(CONNECTIONS_PAGE)}>
          <Plug aria-hidden className="size-4" /> Connections
        </Button>
      </Row>
    </>
  )
}

function SettingsFile({ settings }: { settings: Settings }) {
  const format = useFormat()
  const chooser = useRef<HTMLInputElement>(null)
  const save = async () => {
    const result = await exportSettings()
    if (!result.ok) return toastFailure(result.error)
    const text = JSON.stringify(result.value, null, 2)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
    link.download = 'mneme-settings.json'
    link.click()
    URL.revokeObjectURL(link.href)
  }
  const take = async (file: File) => {
    const result = await importSettings(await file.text())
    if (!result.ok) return toastFailure(result.error)
    const { taken, left, settings: all } = result.value
    settings.replace(all)
    const rest = left.length ? ` Not imported: ${left.join(', ')}.` : ''
    toast(`${format.plural(taken.length, 'setting')} imported.${rest}`)
  }
  return (
    <Row
      name="Settings as a file"
      help="Your settings on this page, without API keys. Importing a file sets everything except the provider and instructions."
    >
      <input
        ref={chooser}
        type="file"
        accept="application/json"
        aria-label="Settings file"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void take(file)
          event.target.value = ''
        }}
      />
      <Button onClick={() => chooser.current?.click()}>
        <SlidersHorizontal aria-hidden className="size-4" /> Import settings
      </Button>
      <Button onClick={() => void save()}>
        <Download aria-hidden className="size-4" /> Export settings
      </Button>
    </Row>
  )
}
