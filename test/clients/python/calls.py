"""Calls the service with the generated client, each narrowed to the type that its status promises."""

import os
from datetime import timedelta

from passwords_client import AuthenticatedClient
from passwords_client.api.passwords import create_password, create_passwords
from passwords_client.models import (
    BulkPasswordAnswer,
    BulkPasswordRequest,
    ErrorCode,
    Failure,
    PasswordAnswer,
    PasswordRequest,
    Strength,
)
from passwords_client.types import Response, Unset

# How many requests the plan of SMALL_KEY allows.
SMALL_LIMIT = 6


def client_with(key: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=os.environ["SERVICE_URL"], token=key, raise_on_unexpected_status=True)


def gets_one(client: AuthenticatedClient) -> None:
    response = create_password.sync_detailed(client=client, body=PasswordRequest(length=20))
    answer = response.parsed
    assert isinstance(answer, PasswordAnswer), answer
    one = answer.data
    assert len(one.password) == one.length == 20
    assert one.strength is Strength.STRONG
    assert one.generated_at.utcoffset() == timedelta(0)
    assert response.headers["RateLimit"].startswith('"annual";r=')
    print(f"{response.status_code}: a {one.strength} password of {one.length} characters, {one.entropy_bits} bits")


def gets_many(client: AuthenticatedClient) -> None:
    body = BulkPasswordRequest(count=3, length=12, include_symbols=False)
    response = create_passwords.sync_detailed(client=client, body=body)
    answer = response.parsed
    assert isinstance(answer, BulkPasswordAnswer), answer
    passwords = answer.data.passwords
    assert [len(each.password) for each in passwords] == [12, 12, 12]
    print(f"{response.status_code}: {answer.data.count} passwords, the first {passwords[0].strength}")


def is_told_all_faults(client: AuthenticatedClient) -> None:
    response = create_passwords.sync_detailed(client=client, body=BulkPasswordRequest(count=0, length=7))
    failure = response.parsed
    assert response.status_code == 400 and isinstance(failure, Failure)
    assert failure.error.code is ErrorCode.INVALID_REQUEST
    assert not isinstance(failure.error.details, Unset)
    faults = sorted(f"{fault.field} {fault.message}" for fault in failure.error.details)
    assert faults == ["count must be an integer from 1 to 1000", "length must be an integer from 8 to 128"]
    print(f"{response.status_code}: {failure.error.code}, {', '.join(faults)}")


def is_refused_with_a_wrong_key() -> None:
    response = create_password.sync_detailed(client=client_with("no-key-of-anyone"), body=PasswordRequest(length=20))
    failure = response.parsed
    assert response.status_code == 401 and isinstance(failure, Failure)
    assert failure.error.code is ErrorCode.INVALID_API_KEY
    print(f"{response.status_code}: {failure.error.code}")


def is_told_how_long_to_wait(client: AuthenticatedClient) -> None:
    def ask() -> Response[PasswordAnswer | Failure]:
        return create_password.sync_detailed(client=client, body=PasswordRequest(length=20))

    for _ in range(SMALL_LIMIT):
        assert isinstance(ask().parsed, PasswordAnswer)
    response = ask()
    failure = response.parsed
    assert response.status_code == 429 and isinstance(failure, Failure)
    assert failure.error.code is ErrorCode.RATE_LIMIT_EXCEEDED
    seconds = int(response.headers["Retry-After"])
    assert 1 <= seconds <= 60
    print(f"{response.status_code}: {failure.error.code}, a wait of {seconds} s")


if __name__ == "__main__":
    with client_with(os.environ["API_KEY"]) as client:
        gets_one(client)
        gets_many(client)
        is_told_all_faults(client)
    is_refused_with_a_wrong_key()
    is_told_how_long_to_wait(client_with(os.environ["SMALL_KEY"]))
