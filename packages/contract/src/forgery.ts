/**
 * The double-submit pair against cross-site forgery: a page reads the cookie and repeats
 * it in the header of every call that changes something. The names are axios' defaults; over
 * https the cookie has the prefix by which browsers keep sister domains and plain http from
 * setting it.
 */
export const forgeryCookie = 'XSRF-TOKEN';
export const secureForgeryCookie = '__Host-XSRF-TOKEN';
export const forgeryHeader = 'x-xsrf-token';
