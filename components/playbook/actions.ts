'use client'
import * as playbook from '@/app/actions/playbook'
import { safely } from '../ui/call-action'

export const server = safely(playbook)
