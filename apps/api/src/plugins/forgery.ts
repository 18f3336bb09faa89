import { fastifyCookie } from '@fastify/cookie';
import { forgeryCookie, forgeryHeader } from '@tanren/contract/forgery';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { AppError } from '#app-error.ts';
import { suspectsForgery } from './forgery-rule.ts';

export const forgeryProtection = fp(async (app) => {
  app.addHook('preParsing', async (request) => {
    if (suspectsForgery(readEvidence(request))) throw new AppError('forgery_suspected');
  });
});

function readEvidence({ method, headers }: FastifyRequest) {
  return {
    method,
    origin: headers.origin,
    secFetchSite: single(headers['sec-fetch-site']),
    cookies: headers.cookie,
    cookieToken:
      headers.cookie === undefined ? undefined : fastifyCookie.parse(headers.cookie)[forgeryCookie],
    headerToken: single(headers[forgeryHeader]),
  };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
