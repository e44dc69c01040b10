'use client'
import { Download, FileDown, SlidersHorizontal } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { toast } from 'sonner'
import { IMPORT_PAGE } from '@/components/shell/places'
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
        help="Bring conversations from ChatGPT, Claude or another Mneme; take all of yours with you as one file."
      >
        <Button onClick={() => router.push(IMPORT_PAGE)}>
          <FileDown aria-hidden className="size-4" /> Import
        </Button>
        <Button onClick={downloadEverything}>
          <Download aria-hidden className="size-4" /> Export everything
        </Button>
      </Row>
      <SettingsFile settings={settings} />
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
    const rest = left.length ? ` Not taken from a file: ${left.join(', ')}.` : ''
    toast(`${format.plural(taken.length, 'setting')} imported.${rest}`)
  }
  return (
    <Row
      name="Settings as a file"
      help="What you set on this page, without API keys. From a file, Mneme takes everything but the provider and instructions."
    >
      <input
        ref={chooser}
        type="file"
        accept="application/json"
        aria-label="File of settings"
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
