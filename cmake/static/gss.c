// libgit2's archive names Kerberos' interface, for servers that ask for it; Debian has no archive
// of that. The program opens repositories on disk and talks to no server, so that none of these is
// called: each says that it failed.
#define FLAGCENSUS_FAILS(name) \
  unsigned name(void);         \
  unsigned name(void) { return 0xd0000U; /* GSS_S_FAILURE, RFC 2744, section 3.9.1 */ }

FLAGCENSUS_FAILS(gss_delete_sec_context)
FLAGCENSUS_FAILS(gss_display_status)
FLAGCENSUS_FAILS(gss_import_name)
FLAGCENSUS_FAILS(gss_indicate_mechs)
FLAGCENSUS_FAILS(gss_init_sec_context)
FLAGCENSUS_FAILS(gss_release_buffer)
FLAGCENSUS_FAILS(gss_release_name)
FLAGCENSUS_FAILS(gss_release_oid_set)

extern void* GSS_C_NT_HOSTBASED_SERVICE;
void* GSS_C_NT_HOSTBASED_SERVICE = 0;
