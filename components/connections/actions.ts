'use client'
import * as connections from '@/app/actions/connections'
import * as servers from '@/app/actions/tool-servers'
import { safely } from '../ui/call-action'

export const server = safely({ ...connections, ...servers })
