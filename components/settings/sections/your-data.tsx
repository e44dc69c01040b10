'use client'
import { FileDown, Plug } from 'lucide-react'
import Link from 'next/link'
import { CONNECTIONS_PAGE, IMPORT_PAGE } from '@/components/shell/places'
import { buttonClass } from '@/components/ui/button'
import { Row } from '../fields/row'

/** Takes conversations in and out. */
export const YourData = () => (
  <>
    <Row
      name="Import and export"
      help="Import conversations from ChatGPT, Claude or another Mneme server, or export all of yours as one file."
    >
      <Link href={IMPORT_PAGE} className={buttonClass({})}>
        <FileDown aria-hidden className="size-4" /> Import and export
      </Link>
    </Row>
    <Row
      name="Connect another program"
      help="Let Claude Code, Codex, Cursor and others use your memory, each with a token of its own."
    >
      <Link href={CONNECTIONS_PAGE} className={buttonClass({})}>
        <Plug aria-hidden className="size-4" /> Connections
      </Link>
    </Row>
  </>
)
