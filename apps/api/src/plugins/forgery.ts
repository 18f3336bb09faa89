import { fastifyCookie } from '@fastify/cookie';
import { forgeryCookie, forgeryHeader, secureForgeryCookie } from '@tanren/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

import { AppError } from '#app-error.ts';
import { suspectsForgery } from './forgery-rule.ts';

export const forgeryProtection = fp<{ https: boolean }>(async (app, { https }) => {
  const cookie = https ? secureForgeryCookie : forgeryCookie;
  app.addHook('preParsing', async (request) => {
    if (suspectsForgery(readEvidence(request, cookie))) throw new AppError('forgery_suspected');
  });
});

function readEvidence({ method, headers }: FastifyRequest, cookie: string) {
  return {
    method,
    origin: headers.origin,
    secFetchSite: single(headers['sec-fetch-site']),
    cookies: headers.cookie,
    cookieToken:
      headers.cookie === undefined ? undefined : fastifyCookie.parse(headers.cookie)[cookie],
    headerToken: single(headers[forgeryHeader]),
  };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
